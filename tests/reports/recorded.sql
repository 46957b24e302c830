-- SPDX-License-Identifier: BSD-3-Clause
-- A small recorded database, rows only: 4 matrices, 2 variants and a baseline, SpMV in double. Times are
-- round, so that what the report says can be checked by head:
--   us          m1   m2   m3   m4
--   csr{u=1}    10   20   40   80   the default
--   csr{u=2}     8   20   44   88
--   ell{}        5  ref   80  ref   ref: refused
--   eigen{}     20   20   36  fail  a baseline that crashed on m4
BEGIN;
INSERT INTO hardware VALUES (1, 'hw1', 'Fictional CPU', 'cpu', 'family 6 avx2', 2, 1048576, 33554432, 8589934592, '{}');
INSERT INTO environment VALUES (1, 'env1', 'g++ 12.2.0', '-O3', 'Linux 6.1', 'glibc 2.36', '0.1.0', 'avx2', '', '', '');
INSERT INTO policy VALUES (1, 'pol1', 'hot', 2, '{"warmup_runs":2}');
INSERT INTO context VALUES (1, 1, 1, 1);
INSERT INTO run VALUES (1, '0190aaaa-0000-7000-8000-000000000001', 1, 'tiny', '{}', 'finished', '0123456789abcdef', 0, '{}', '{}',
  '2026-01-02T03:04:05.000Z', '2026-01-02T03:05:05.000Z');
INSERT INTO matrix VALUES (1, 'c1', 'p1', 'm1', 'g1', 'train', 'generated', 'test', 'general', 'real', 1000, 1000, 4000, '{}');
INSERT INTO problem VALUES (1, 'q1', 'spmv', 'f64', 1, NULL, 'x', '', 1, 8000, NULL, 48000.0);
INSERT INTO matrix VALUES (2, 'c2', 'p2', 'm2', 'g1', 'train', 'generated', 'test', 'general', 'real', 2000, 2000, 9000, '{}');
INSERT INTO problem VALUES (2, 'q2', 'spmv', 'f64', 2, NULL, 'x', '', 1, 18000, NULL, 108000.0);
INSERT INTO matrix VALUES (3, 'c3', 'p3', 'm3 <odd> & "named"', 'g2', 'test', 'generated', 'test', 'general', 'real', 3000, 3000, 20000, '{}');
INSERT INTO problem VALUES (3, 'q3', 'spmv', 'f64', 3, NULL, 'x', '', 1, 40000, NULL, 240000.0);
INSERT INTO matrix VALUES (4, 'c4', 'p4', 'm4', 'g2', 'test', 'generated', 'test', 'general', 'real', 4000, 4000, 50000, '{}');
INSERT INTO problem VALUES (4, 'q4', 'spmv', 'f64', 4, NULL, 'x', '', 1, 100000, NULL, 600000.0);
INSERT INTO variant VALUES (1, 'spmv', 'cpu', 'csr', 'code1', 0, 'csr{u=1}', '{}', '2026-01-02T03:04:05.000Z');
INSERT INTO variant VALUES (2, 'spmv', 'cpu', 'ell', 'code2', 0, 'ell{}', '{}', '2026-01-02T03:04:05.000Z');
INSERT INTO variant VALUES (3, 'spmv', 'cpu', 'eigen', 'code3', 1, 'eigen{}', '{}', '2026-01-02T03:04:05.000Z');
INSERT INTO config (config_id, config_hash, variant_id, text, params, is_default) VALUES (1, 'cfg1', 1, 'csr{u=1}', '{"u":1}', 1);
INSERT INTO config (config_id, config_hash, variant_id, text, params, is_default) VALUES (2, 'cfg2', 1, 'csr{u=2}', '{"u":2}', 0);
INSERT INTO config (config_id, config_hash, variant_id, text, params, is_default) VALUES (3, 'cfg3', 2, 'ell{}', '{}', 1);
INSERT INTO config (config_id, config_hash, variant_id, text, params, is_default) VALUES (4, 'cfg4', 3, 'eigen{}', '{}', 1);
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (1, x'00000000000000000000000000000001', 1, 1, 1, 1, 1, 'ok', 10, 9, 9.5, 10.0, 10.5, 10.0, 0.1, 9.9, 10.1, 2.0, 0.001, 10000.0, 0, '2026-01-02T03:04:11.000Z', 0.5);
INSERT INTO verification VALUES (1, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (2, x'00000000000000000000000000000002', 1, 1, 1, 2, 1, 'ok', 10, 7.2, 7.6, 8.0, 8.4, 8.0, 0.08, 7.92, 8.08, 2.0, 0.002, 8000.0, 0, '2026-01-02T03:04:12.000Z', 0.5);
INSERT INTO verification VALUES (2, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (3, x'00000000000000000000000000000003', 1, 1, 1, 3, 1, 'ok', 10, 4.5, 4.75, 5.0, 5.25, 5.0, 0.05, 4.95, 5.05, 0.001, 0.003, 5000.0, 0, '2026-01-02T03:04:13.000Z', 0.5);
INSERT INTO verification VALUES (3, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (4, x'00000000000000000000000000000004', 1, 1, 1, 4, 1, 'ok', 10, 18, 19, 20.0, 21, 20.0, 0.2, 19.8, 20.2, 2.0, 0.004, 20000.0, 0, '2026-01-02T03:04:14.000Z', 0.5);
INSERT INTO verification VALUES (4, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (5, x'00000000000000000000000000000005', 1, 1, 2, 1, 1, 'ok', 10, 18, 19, 20.0, 21, 20.0, 0.2, 19.8, 20.2, 2.0, 0.001, 20000.0, 0, '2026-01-02T03:04:15.000Z', 0.5);
INSERT INTO verification VALUES (5, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (6, x'00000000000000000000000000000006', 1, 1, 2, 2, 1, 'ok', 10, 18, 19, 20.0, 21, 20.0, 0.2, 19.8, 20.2, 2.0, 0.002, 20000.0, 0, '2026-01-02T03:04:16.000Z', 0.5);
INSERT INTO verification VALUES (6, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (7, x'00000000000000000000000000000007', 1, 1, 2, 3, 1, 'refused', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-02T03:04:17.000Z', 0.5);
INSERT INTO failure VALUES (7, 'fit', 'padding of 9.5 exceeds 3', NULL, NULL);
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (8, x'00000000000000000000000000000008', 1, 1, 2, 4, 1, 'ok', 10, 18, 19, 20.0, 21, 20.0, 0.2, 19.8, 20.2, 2.0, 0.004, 20000.0, 0, '2026-01-02T03:04:18.000Z', 0.5);
INSERT INTO verification VALUES (8, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (9, x'00000000000000000000000000000009', 1, 1, 3, 1, 1, 'ok', 10, 36, 38, 40.0, 42, 40.0, 0.4, 39.6, 40.4, 2.0, 0.001, 40000.0, 0, '2026-01-02T03:04:19.000Z', 0.5);
INSERT INTO verification VALUES (9, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (10, x'0000000000000000000000000000000a', 1, 1, 3, 2, 1, 'ok', 10, 39.6, 41.8, 44.0, 46.2, 44.0, 0.44, 43.56, 44.44, 2.0, 0.002, 44000.0, 0, '2026-01-02T03:04:20.000Z', 0.5);
INSERT INTO verification VALUES (10, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (11, x'0000000000000000000000000000000b', 1, 1, 3, 3, 1, 'ok', 10, 72, 76, 80.0, 84, 80.0, 0.8, 79.2, 80.8, 2.0, 0.003, 80000.0, 0, '2026-01-02T03:04:21.000Z', 0.5);
INSERT INTO verification VALUES (11, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (12, x'0000000000000000000000000000000c', 1, 1, 3, 4, 1, 'ok', 10, 32.4, 34.2, 36.0, 37.8, 36.0, 0.36, 35.64, 36.36, 2.0, 0.004, 36000.0, 0, '2026-01-02T03:04:22.000Z', 0.5);
INSERT INTO verification VALUES (12, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (13, x'0000000000000000000000000000000d', 1, 1, 4, 1, 1, 'ok', 10, 72, 76, 80.0, 84, 80.0, 0.8, 79.2, 80.8, 2.0, 0.001, 80000.0, 0, '2026-01-02T03:04:23.000Z', 0.5);
INSERT INTO verification VALUES (13, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (14, x'0000000000000000000000000000000e', 1, 1, 4, 2, 1, 'ok', 10, 79.2, 83.6, 88.0, 92.4, 88.0, 0.88, 87.12, 88.88, 2.0, 0.002, 88000.0, 0, '2026-01-02T03:04:24.000Z', 0.5);
INSERT INTO verification VALUES (14, 1, 0.1, 1e-16, 0, 1, 1, '');
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (15, x'0000000000000000000000000000000f', 1, 1, 4, 3, 1, 'refused', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-02T03:04:25.000Z', 0.5);
INSERT INTO failure VALUES (15, 'fit', 'padding of 9.5 exceeds 3', NULL, NULL);
INSERT INTO trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, n, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, started_at, wall_s) VALUES (16, x'00000000000000000000000000000010', 1, 1, 4, 4, 1, 'crashed', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-02T03:04:26.000Z', 0.5);
INSERT INTO failure VALUES (16, 'first_run', 'the worker died of signal 11', 11, NULL);
COMMIT;

-- SPDX-License-Identifier: BSD-3-Clause
-- Version 6: what is reckoned with for a CPU that was measured on one occasion only comes from sweeps of a machine up
-- to two hours apart, in which it slows down as a whole by more than minutes tell (docs/decisions/030). Contexts with
-- rows of their own keep them.

UPDATE noise SET pass_sd = 0.0261, lap_sd = 0.0162, change_sd = 0.0058, common_sd = 0.0498, prior_df = 4,
  time_factor = 2.48, tie_factor = 4.35, occasions = 3, problems = 40, pairs = 2798,
  evidence = '40 real matrices x 68 points in double, one thread on one of two virtual cores, 23 November 2026, three sweeps within 2 h 20 min, three repetitions of three passes'
WHERE backend = 'cpu' AND context_id IS NULL;

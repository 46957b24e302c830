-- SPDX-License-Identifier: BSD-3-Clause
-- Version 5: what else went on while a trial was sampled. One that was disturbed is kept with its reason and with
-- reaped = 1: it says nothing of the kernel, and its point stays pending (docs/decisions/030).

CREATE TABLE load (
  -- What else went on while the samples of a trial were taken. NULL where it was not said.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  window_s REAL NOT NULL, -- watched for so long, s
  waiting_threads REAL, -- threads of the worker that were ready and had no core, on average
  switches_per_s REAL, -- how often the worker's threads were made to wait for others, a second
  stolen_cores REAL, -- cores that other virtual machines took
  other_cores REAL, -- cores busy with other programs
  waiting_share REAL, -- share of the time with some thread of the machine waiting for a core
  sm_mhz INTEGER, -- clock of the multiprocessors, the lower of before and after
  memory_mhz INTEGER, -- clock of the GPU's memory, the lower
  temperature_c INTEGER, -- of the GPU, the higher
  power_w REAL, -- of the GPU, the higher
  slowed_by INTEGER, -- bits of NVML's nvmlClocksEventReasons, before or after
  more_processes INTEGER, -- that computed on the GPU than when the worker began
  disturbed TEXT NOT NULL -- why the trial is not to be believed, else empty
) STRICT;
CREATE INDEX load_disturbed ON load (trial_id) WHERE disturbed <> '';

CREATE TABLE drift (
  -- A reference kernel on a matrix of its own, timed again and again during a run: what the machine itself does.
  run_id INTEGER NOT NULL REFERENCES run, -- during which run
  device TEXT NOT NULL, -- as in place
  started_at TEXT NOT NULL, -- UTC
  trials INTEGER NOT NULL, -- of the run that had ended by then
  configuration TEXT NOT NULL, -- canonical text of the reference
  median_us REAL NOT NULL, -- its median
  disturbed TEXT NOT NULL, -- why it is not to be believed, else empty
  PRIMARY KEY (run_id, device, started_at)
) STRICT, WITHOUT ROWID;

CREATE VIEW disturbed AS
  -- Attempts that were disturbed, with the reason and what was seen.
SELECT
  f.trial_id AS trial_id, -- row of trial
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  configuration, -- canonical text
  attempt, -- 1, 2, … for one key
  median_us, -- median of what was sampled all the same
  l.disturbed AS reason, -- in one line
  l.window_s AS window_s, -- watched for so long, s
  l.waiting_threads AS waiting_threads, -- threads of the worker that were ready and had no core, on average
  l.switches_per_s AS switches_per_s, -- threads of the worker made to wait, a second
  l.stolen_cores AS stolen_cores, -- cores that other virtual machines took
  l.other_cores AS other_cores, -- cores busy with other programs
  l.sm_mhz AS sm_mhz, -- clock of the GPU
  l.temperature_c AS temperature_c, -- of the GPU
  l.slowed_by AS slowed_by, -- bits of nvmlClocksEventReasons
  EXISTS (SELECT 1 FROM trial o WHERE o.context_id = f.context_id AND o.problem_id = f.problem_id
          AND o.config_id = f.config_id AND o.outcome <> 'running' AND o.reaped = 0) AS mended, -- 1: an attempt that counts is there
  started_at, -- UTC
  run_uuid -- sweep
FROM load l JOIN trial_flat f ON f.trial_id = l.trial_id
WHERE l.disturbed <> '';

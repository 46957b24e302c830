-- SPDX-License-Identifier: BSD-3-Clause
-- Version 5: a sweep may measure on several devices of a host at once. Which one a trial had, and in which order
-- trials ended, is written beside the trial (docs/decisions/031).

CREATE TABLE place (
  -- Where a trial was measured, and what the file knew when the search that asked for it began. Trials of older
  -- programs, and trials that were merged from another file, have no such order: theirs is that of their numbers.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  device TEXT NOT NULL, -- GPU-… (its UUID) or cores 0-7; empty where a sweep had all cores
  begun_after INTEGER, -- how many trials of the file had ended when the search on its problem began
  ended INTEGER -- the how-manieth trial of the file to end it was; NULL while it runs
) STRICT;
CREATE INDEX place_by_end ON place (ended);

-- SPDX-License-Identifier: BSD-3-Clause
-- What models were trained or evaluated on.
SELECT DISTINCT training_hash FROM model;

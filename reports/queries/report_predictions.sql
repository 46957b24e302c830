-- SPDX-License-Identifier: BSD-3-Clause
-- What each model would have chosen for problems that it was not trained on, against the best, on the machine, with the
-- software and under the protocol that it was trained for.
SELECT
  r.model, r.kind, r.operation, r.value_type, r.backend, r.cache, r.context_id, l.label AS context, r.matrix,
  r.configuration, r.failed, r.slowdown, r.fold
FROM model_regret r
JOIN context_label l ON l.context_id = r.context_id
ORDER BY r.created_at, r.model, r.matrix;

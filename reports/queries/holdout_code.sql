-- SPDX-License-Identifier: BSD-3-Clause
-- The state of the source of every kernel that trials were last measured with.
SELECT name AS variant, code_hash FROM current_variant
WHERE operation = :operation AND backend = :backend
ORDER BY name

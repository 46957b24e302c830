-- SPDX-License-Identifier: BSD-3-Clause
-- The machine behind a hardware hash, and the CPU threads of a policy on it, as a model remembers them.
SELECT name, arch, cores, kind, l2_bytes, memory_bytes,
  coalesce(nullif((SELECT threads FROM policy WHERE policy_hash = :policy), 0), cores) AS threads
FROM hardware WHERE hw_hash = :hardware;

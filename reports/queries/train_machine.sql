-- SPDX-License-Identifier: BSD-3-Clause
-- The machine behind a hardware hash, as a model remembers it.
SELECT name, arch, cores, kind, l2_bytes, memory_bytes FROM hardware WHERE hw_hash = :hardware;

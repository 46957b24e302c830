-- SPDX-License-Identifier: BSD-3-Clause
-- The machine behind a hardware hash, as a model remembers it.
SELECT name, arch, cores FROM hardware WHERE hw_hash = :hardware;

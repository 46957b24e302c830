-- Models kept in the database, with what their evaluation said.
SELECT uuid, operation, value_type, backend, kind, created_at, metrics FROM model ORDER BY created_at;

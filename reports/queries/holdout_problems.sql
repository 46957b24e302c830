-- SPDX-License-Identifier: BSD-3-Clause
-- Every problem of an operation and precision, with the matrix A and its source.
SELECT p.problem_hash, p.b_kind, p.parameters, b.content_hash AS b_hash, a.name, a.grp, a.split, a.source, a.kind,
       a.symmetry, a.field, a.nrows, a.ncols, a.nnz, a.content_hash, a.pattern_hash,
       a.read_report ->> '$.entries_in_file' AS entries_in_file,
       a.read_report ->> '$.dropped_out_of_range' AS dropped_out_of_range,
       a.read_report ->> '$.duplicates_summed' AS duplicates_summed,
       a.read_report ->> '$.explicit_zeros' AS explicit_zeros,
       a.read_report ->> '$.imaginary_dropped' AS imaginary_dropped,
       a.read_report ->> '$.values_seeded' AS values_seeded
FROM problem p
JOIN matrix a ON a.matrix_id = p.a_id
LEFT JOIN matrix b ON b.matrix_id = p.b_id
WHERE p.operation = :operation AND p.value_type = :value_type

-- SPDX-License-Identifier: BSD-3-Clause
-- Other matrices that are stored under the name of one that is about to be.
SELECT content_hash, source, nrows, nnz
FROM matrix
WHERE name = :name AND content_hash <> :content_hash
ORDER BY matrix_id DESC

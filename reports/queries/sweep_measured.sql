-- SPDX-License-Identifier: BSD-3-Clause
-- The newest run that has trials of a problem under a policy, on whatever machine: whose context tells what is
-- measured already.
SELECT max(t.run_id) AS run_id
FROM trial t JOIN problem p ON p.problem_id = t.problem_id
JOIN context k ON k.context_id = t.context_id JOIN policy w ON w.policy_id = k.policy_id
WHERE p.problem_hash = :problem AND w.policy_hash = :policy

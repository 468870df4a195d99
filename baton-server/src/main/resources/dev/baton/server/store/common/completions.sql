-- Runs that go on with the callee until it says how they ended. The run's worker waits for its rows; any node takes the word.

--- completion-ask
INSERT INTO ${baton}completions (job_id, claim_number, holder_id, secret_hash)
VALUES (${id(:id)}, :claim, ${text(:holder, 128)}, ${text(:secret, 64)})

--- completion-tell
-- Only once, and only while the job is still run under that claim, and nobody wants it cancelled: a later one is for others to complete.
UPDATE ${baton}completions
   SET outcome = ${text(:outcome, 16)}, message = :message
${output(job_id)}
 WHERE job_id = ${id(:id)} AND claim_number = :claim AND secret_hash = ${text(:secret, 64)} AND outcome IS NULL
   AND EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.id = ${id(:id)} AND j.claim_number = :claim AND j.status = 'running'
               AND j.cancel_requested = ${false})

--- completion-known
SELECT outcome FROM ${baton}completions WHERE job_id = ${id(:id)} AND claim_number = :claim AND secret_hash = ${text(:secret, 64)}

--- completion-told
SELECT job_id, claim_number, outcome, message FROM ${baton}completions
 WHERE holder_id = ${text(:holder, 128)} AND outcome IS NOT NULL
 ORDER BY job_id
 ${fetch(:at_most)}

--- completion-withdraw
-- Unless something was said: from then on nothing more is taken.
${counted}
DELETE FROM ${baton}completions WHERE job_id = ${id(:id)} AND claim_number = :claim AND outcome IS NULL

--- completion-said
SELECT outcome, message FROM ${baton}completions
 WHERE job_id = ${id(:id)} AND claim_number = :claim AND outcome IS NOT NULL

--- completion-over
DELETE FROM ${baton}completions WHERE job_id = ${id(:id)} AND claim_number = :claim

--- prune-completions
DELETE ${top(:at_most)} FROM ${baton}completions
${output_deleted(job_id)}
 WHERE asked_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

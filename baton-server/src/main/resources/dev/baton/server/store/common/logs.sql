-- What runs have said. Only the holder of a claim writes its log, so nobody is in the way between looking and writing.

--- log-update
UPDATE ${baton}run_logs SET said = :said, written_at = ${now}
${output(job_id)}
 WHERE job_id = ${id(:id)} AND claim_number = :claim

--- log-insert
INSERT INTO ${baton}run_logs (job_id, claim_number, written_at, said) VALUES (${id(:id)}, :claim, ${now}, :said)

--- log-show
SELECT said, written_at FROM ${baton}run_logs WHERE job_id = ${id(:id)} AND claim_number = :claim

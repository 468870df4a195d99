-- What runs have said. Only the holder of a claim writes its log, so nobody is in the way between looking and writing.

--- log-update
UPDATE ${baton}run_logs SET said = :said, written_at = ${now}
${output(job_id)}
 WHERE job_id = ${id(:id)} AND claim_number = :claim

--- log-insert
INSERT INTO ${baton}run_logs (job_id, claim_number, written_at, said) VALUES (${id(:id)}, :claim, ${now}, :said)

--- log-show
SELECT said, written_at FROM ${baton}run_logs WHERE job_id = ${id(:id)} AND claim_number = :claim

--- prune-logs
DELETE ${top(:at_most)} FROM ${baton}run_logs
${output_deleted(job_id)}
 WHERE written_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

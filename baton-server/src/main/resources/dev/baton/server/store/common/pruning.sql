-- What is kept for a time, and then goes: so many rows at once.

--- prune-audit
DELETE ${top(:at_most)} FROM ${baton}audit
${output_deleted(id)}
 WHERE at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-commands
DELETE ${top(:at_most)} FROM ${baton}commands
${output_deleted(id)}
 WHERE asked_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-completions
DELETE ${top(:at_most)} FROM ${baton}completions
${output_deleted(job_id)}
 WHERE asked_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-logs
DELETE ${top(:at_most)} FROM ${baton}run_logs
${output_deleted(job_id)}
 WHERE written_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-sessions
DELETE ${top(:at_most)} FROM ${baton}sessions
${output_deleted(handle_hash)}
 WHERE created_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

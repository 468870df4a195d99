--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
VALUES ${each((${id(:id)}, :job, :handler, :queue, :priority, :payload,
        CASE WHEN :now = 1 THEN ${now} ELSE ${instant(:run_at)} END, :lock_ms, ${number(:timeout_ms)},
        ${integer(:max_attempts)}, :retry, :unique_key, :capability, :traceparent))}

--- enqueue-plain
-- What most jobs are: due now, with nothing of their own but a payload. A server reads half as much of them.
INSERT INTO ${baton}jobs (id, job_name, queue, priority, payload, next_run_time, lock_timeout_ms)
VALUES ${each((${id(:id)}, :job, :queue, :priority, :payload, ${now}, :lock_ms))}

--- list-mark
-- One name for all lists of a transaction: the server keeps the last alone.
SAVEPOINT baton_list

--- list-undo
ROLLBACK TO SAVEPOINT baton_list

--- job-there
SELECT id FROM ${baton}jobs WHERE id = ${id(:id)}

--- has-run
SELECT ${top(1)} job_id FROM ${baton}job_runs WHERE job_id = ${id(:id)} ${limit(1)}

--- find-unique
SELECT id FROM ${baton}jobs WHERE job_name = ${text(:job, 128)} AND unique_key = ${unicode(:unique_key, 200)}
 ${latest}

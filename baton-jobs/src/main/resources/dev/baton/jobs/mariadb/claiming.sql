-- A claim changes one index, that of due jobs, in which they are in the order of claims. The others know no status: what is
-- looked for by them passes over what has it not. That of crons begins with the queue and serves all that is looked for now and
-- then: queues, crons, what is due next, what has ended.

--- claim-select
-- From where the last claim ended: what has been claimed stays at the head of the index until the server clears it away, and each
-- of its entries is locked and asked about by whoever passes it. The server is told which index it is: by another it would sort all
-- that waits, and lock it.
SELECT id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, unique_key, next_run_time, scheduled_for, ${now} AS started_at, traceparent
  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_due)
 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false}
   AND (:from_first = 1 OR priority < :after_priority
        OR (priority = :after_priority AND next_run_time > ${instant(:after_us)})
        OR (priority = :after_priority AND next_run_time = ${instant(:after_us)} AND id > ${id(:after_id)}))
   AND next_run_time <= ${now} AND (not_before IS NULL OR not_before <= ${now})
   AND attempt < 2147483647 AND claim_number < 9223372036854775807 AND ${is_id(id)}
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND ${listed(RTRIM(queue), :queues)}
   AND ${listed(COALESCE(handler, job_name), :handlers)}
   AND (capability IS NULL OR ${listed(capability, :capabilities)})
 ORDER BY priority DESC, next_run_time
 LIMIT :wanted
 ${skip_locked}

--- lane-next
-- A queue counts as long as it has a job, whatever became of that. Names that end in blanks are the same to the server, and it may
-- answer with any of them.
SELECT RTRIM(MIN(queue)) AS queue FROM ${baton}jobs WHERE queue > :after

--- next-due
-- By the index of queues, which has the times of what has not ended and is no cron under two NULLs. The server is told: by itself
-- it takes the status for the better key, or reads all that is due already.
-- What runs is among those that are due, for a pause, and is passed over behind the limit: there may be much of it.
SELECT MIN(n.due_in_ms) AS due_in_ms
  FROM (SELECT f.due_in_ms
          FROM (SELECT ${millis_until(next_run_time)} + 1 AS due_in_ms
                  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons)
                 WHERE queue = :queue AND cron IS NULL AND finished_at IS NULL AND status = 'scheduled' AND paused = ${false}
                   AND next_run_time > ${now}
                 ORDER BY next_run_time
                 LIMIT 1) f
         UNION ALL
        SELECT ${millis_until(${counted_time(p.not_before)})} + 1
          FROM (SELECT not_before, status, paused
                  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons)
                 WHERE queue = :queue AND cron IS NULL AND finished_at IS NULL AND next_run_time <= ${now}
                 ORDER BY next_run_time
                 LIMIT 30) p
         WHERE p.status = 'scheduled' AND p.paused = ${false} AND p.not_before > ${now}) n

--- unhandled
-- In the order of claims: what nobody claims gathers at the head of its priority, and what is behind others that wait waits for them.
SELECT COALESCE(d.handler, d.job_name) AS handler, COUNT(*) AS due
  FROM (SELECT handler, job_name FROM ${baton}jobs
         WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time <= ${now}
         ORDER BY priority DESC, next_run_time LIMIT 1000) d
 WHERE NOT (${listed(COALESCE(d.handler, d.job_name), :handlers)})
 GROUP BY COALESCE(d.handler, d.job_name)

-- A job is claimed in two steps: claim-select, then claim-take; a stale claim is freed in three: reclaim-select, reclaim-lock,
-- which passes over what somebody holds, and reclaim-free. PostgreSQL has one statement for each but for the look. claim-hold names the bound because it is set on every database; only some can bound
-- a transaction that does nothing.
-- Times of a row are brought within bounds before anybody counts with them: one that is too late would fail the look for all.
-- Whatever takes a list of ids names the status by an expression: where it is the whole list that runs, MariaDB and MySQL would go by the
-- index of due jobs instead, wait for rows of other workers that are none of the list, and lock them in another order.

--- lane-next
-- Names that end in blanks are the same to some databases, and they may answer with any of them.
SELECT ${top(1)} RTRIM(queue) AS name FROM ${baton}jobs ${past_writers}
 WHERE status = 'scheduled' AND queue > ${text(:after, 64)}
 ORDER BY queue ${limit(1)}

--- claim-select
SELECT ${top(:wanted)} id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, unique_key, next_run_time, scheduled_for, ${now} AS started_at, traceparent
  FROM ${baton}jobs ${past_writers}
 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false}
   AND next_run_time <= ${now} AND (not_before IS NULL OR not_before <= ${now})
   AND attempt < 2147483647 AND claim_number < 9223372036854775807 AND ${is_id(id)}
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND ${listed(queue, :queues)}
   AND ${listed(COALESCE(handler, job_name), :handlers)}
   AND (capability IS NULL OR ${listed(capability, :capabilities)})
 ORDER BY priority DESC, next_run_time
 ${limit(:wanted)}
 ${skip_locked}

--- claim-take
-- Where the look before it could lock nothing, it passes over what others hold, as any of several rows in another order than that of ids.
UPDATE ${baton}jobs ${past_writers}
   SET status = 'running', locked_by = ${text(:worker, 128)}, locked_at = ${now}, run_started_at = ${now},
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = ${false},
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
${output(id)}
 WHERE id IN (${each(${id(:id)})}) AND claim_number = :claim AND COALESCE(status, '') = 'scheduled'

--- next-due
-- Or when the pause of a recurring job that failed is over: it is due already, and among the first that are. Those behind many that
-- nobody claims are left to whoever paused, or to the next look.
SELECT MIN(n.due_in_ms) AS due_in_ms
  FROM (SELECT f.due_in_ms
          FROM (SELECT ${top(1)} ${millis_until(next_run_time)} + 1 AS due_in_ms
                  FROM ${baton}jobs ${past_writers}
                 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time > ${now}
                 ORDER BY next_run_time
                 ${limit(1)}) f
         UNION ALL
        SELECT ${millis_until(${counted_time(p.not_before)})} + 1
          FROM (SELECT ${top(30)} not_before
                  FROM ${baton}jobs ${past_writers}
                 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time <= ${now}
                 ORDER BY next_run_time
                 ${limit(30)}) p
         WHERE p.not_before > ${now}) n

--- mine
-- Asked once, after an answer was lost: a row that is passed over would wait until it is reclaimed. So it passes nobody.
SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = ${text(:worker, 128)} AND status = 'running'

--- still-mine
SELECT id FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- claim-hold
SELECT id FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
   AND :bound_ms = :bound_ms
 ${for_update}

--- claim-end
SELECT id FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
 ${for_update}

--- claims-lock
-- In the order of ids, as whatever locks several.
SELECT id, claim_number FROM ${baton}jobs
 WHERE id IN (${each(${id(:id)})}) AND locked_by = ${text(:worker, 128)} AND COALESCE(status, '') = 'running'
 ORDER BY id
 ${for_update}

--- beat-lock
SELECT cancel_requested FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
 ${skip_locked}

--- beat
UPDATE ${baton}jobs SET locked_at = ${now}, progress = :progress
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- cancel-asked
SELECT id, claim_number FROM ${baton}jobs ${past_writers}
 WHERE locked_by = ${text(:worker, 128)} AND status = 'running' AND cancel_requested = ${true}

--- cancel-asked-of
-- A list, which needs no index on workers.
SELECT id, claim_number FROM ${baton}jobs
 WHERE id IN (${each(${id(:id)})}) AND locked_by = ${text(:worker, 128)} AND COALESCE(status, '') = 'running' AND cancel_requested = ${true}

--- late
UPDATE ${baton}job_runs SET late_outcome = ${text(:outcome, 16)}, late_at = ${now}
 WHERE job_id = ${id(:id)} AND claim_number = :claim

--- unhandled
-- What nobody claims is what has been due for longest: the head is enough, however long the queue is.
SELECT COALESCE(d.handler, d.job_name) AS handler, COUNT(*) AS due
  FROM (SELECT ${top(1000)} handler, job_name FROM ${baton}jobs ${past_writers}
         WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time <= ${now}
         ORDER BY next_run_time ${limit(1000)}) d
 WHERE NOT (${listed(COALESCE(d.handler, d.job_name), :handlers)})
 GROUP BY COALESCE(d.handler, d.job_name)

--- reclaim-select
-- By an expression, not the id itself: whoever follows the index of ids meets every job there is, for the few that run.
SELECT ${top(:at_most)} id, job_name, claim_number, locked_by, interval_ms, cron, attempt, max_attempts, cancel_requested
  FROM ${baton}jobs ${past_writers}
 WHERE status = 'running' AND COALESCE(id, id) >= ${id(:from)}
   AND (locked_by IS NULL OR locked_at IS NULL OR ${later(${counted_time(locked_at)}, ${span(lock_timeout_ms)})} < ${now})
 ORDER BY COALESCE(id, id)
 ${limit(:at_most)}

--- reclaim-lock
SELECT id FROM ${baton}jobs ${past_writers}
 WHERE id = ${id(:id)} AND claim_number = :claim AND status = 'running'
 ${skip_locked}

--- reclaim-free
UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, last_error = :error,
       next_run_time = CASE WHEN cancel_requested = ${true} AND interval_ms IS NOT NULL
                            THEN ${later(${now}, ${span(interval_ms)})} ELSE ${kept_time(next_run_time)} END,
       finished_at = CASE WHEN :status IN ('dead', 'cancelled') THEN ${now} ELSE NULL END,
       cancel_requested = ${false}
 WHERE id = ${id(:id)} AND claim_number = :claim AND status = 'running' AND cancel_requested = ${truth(:cancelled)}
   AND (locked_by IS NULL OR locked_at IS NULL OR ${later(${counted_time(locked_at)}, ${span(lock_timeout_ms)})} < ${now})

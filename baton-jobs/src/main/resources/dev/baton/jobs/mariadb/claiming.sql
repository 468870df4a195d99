-- A claim changes one index, that of due jobs, in which they are in the order of claims. The others know no status: what is
-- looked for by them passes over what has it not.

--- lane-next
-- A queue counts as long as it has a job, whatever became of that.
SELECT MIN(queue) AS queue FROM ${baton}jobs WHERE queue > :after

--- next-due
-- By the index of crons, which has all others under NULL, by their times. The server is told: by itself it takes the status for
-- the better key, or reads all that is due already.
SELECT ${millis_until(next_run_time)} + 1 AS due_in_ms
  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons)
 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time > ${now}
 ORDER BY next_run_time
 LIMIT 1

--- unhandled
-- In the order of claims: what nobody claims gathers at the head of its priority, and what is behind others that wait waits for them.
SELECT COALESCE(d.handler, d.job_name) AS handler, COUNT(*) AS due
  FROM (SELECT handler, job_name FROM ${baton}jobs
         WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false} AND next_run_time <= ${now}
         ORDER BY priority DESC, next_run_time LIMIT 1000) d
 WHERE NOT (${listed(COALESCE(d.handler, d.job_name), :handlers)})
 GROUP BY COALESCE(d.handler, d.job_name)

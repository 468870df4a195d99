WITH stale AS (
    SELECT id, claim_number, locked_by, run_started_at, attempt, coalesce(scheduled_for, next_run_time) AS scheduled_at
      FROM ${baton}jobs
     WHERE status = 'running'
       AND (locked_by IS NULL OR locked_at IS NULL
            OR locked_at + lock_timeout_ms * interval '1 millisecond' < clock_timestamp())
     LIMIT 500
       FOR UPDATE SKIP LOCKED
), freed AS (
    UPDATE ${baton}jobs j
       SET status = CASE WHEN j.interval_ms IS NULL AND j.attempt >= coalesce(j.max_attempts, :max_attempts)
                         THEN 'dead' ELSE 'scheduled' END,
           finished_at = CASE WHEN j.interval_ms IS NULL AND j.attempt >= coalesce(j.max_attempts, :max_attempts)
                              THEN clock_timestamp() END,
           locked_by = NULL, locked_at = NULL, cancel_requested = false,
           last_error = 'the worker ' || coalesce(s.locked_by, '(none)') || ' did not renew its lock'
      FROM stale s
     WHERE j.id = s.id
    RETURNING j.id, j.job_name, j.status
), told AS (
    INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
    SELECT s.id, s.claim_number, s.scheduled_at, s.run_started_at, clock_timestamp(), s.attempt, f.job_name, 'reclaimed',
           s.locked_by, 'its worker did not renew its lock'
      FROM freed f JOIN stale s ON s.id = f.id
    ON CONFLICT (job_id, claim_number) DO NOTHING
)
SELECT f.id, f.job_name, f.status, s.locked_by, s.claim_number FROM freed f JOIN stale s ON s.id = f.id

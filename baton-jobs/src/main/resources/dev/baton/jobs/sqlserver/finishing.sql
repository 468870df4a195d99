--- finish-delete
DELETE FROM ${baton}jobs
OUTPUT deleted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- finish-update
UPDATE ${baton}jobs
   SET status = CAST(:status AS varchar(16)), locked_by = NULL, locked_at = NULL, cancel_requested = 0, progress = NULL, attempt = :attempt,
       next_run_time = CASE WHEN CAST(:base AS varchar(8)) = 'start' THEN DATEADD(MILLISECOND, (:delay_ms) % 1000, DATEADD(SECOND, (:delay_ms) / 1000, run_started_at))
                            WHEN CAST(:base AS varchar(8)) = 'now' THEN DATEADD(MILLISECOND, (:delay_ms) % 1000, DATEADD(SECOND, (:delay_ms) / 1000, SYSUTCDATETIME()))
                            ELSE next_run_time END,
       not_before = CASE WHEN :pause_ms > 0 THEN DATEADD(MILLISECOND, (:pause_ms) % 1000, DATEADD(SECOND, (:pause_ms) / 1000, SYSUTCDATETIME())) ELSE NULL END,
       last_run_time = CASE WHEN CAST(:outcome AS varchar(16)) = 'completed' THEN SYSUTCDATETIME() ELSE last_run_time END,
       finished_at = CASE WHEN CAST(:status AS varchar(16)) IN ('completed', 'cancelled', 'dead') THEN SYSUTCDATETIME() ELSE NULL END,
       last_error = CASE WHEN CAST(:outcome AS varchar(16)) = 'completed' THEN NULL WHEN CAST(:outcome AS varchar(16)) = '' THEN last_error ELSE :error END
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- finished-already
SELECT job_id FROM ${baton}job_runs
 WHERE job_id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND outcome = CAST(:outcome AS varchar(16)) AND locked_by = CAST(:worker AS varchar(128))

--- run-insert
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
SELECT id, claim_number, COALESCE(scheduled_for, next_run_time), run_started_at, SYSUTCDATETIME(), attempt, job_name, CAST(:outcome AS varchar(16)), CAST(:worker AS varchar(128)), :error
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim

--- give-back
UPDATE ${baton}jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL, attempt = attempt - 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

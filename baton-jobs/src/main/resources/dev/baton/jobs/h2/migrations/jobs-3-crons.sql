-- oldest program: 1
-- Crons are few among many jobs, and were looked for by time among all of them.
DROP INDEX IF EXISTS ${baton}jobs_crons;

CREATE INDEX IF NOT EXISTS ${baton}jobs_crons ON ${baton}jobs (cron, next_run_time);

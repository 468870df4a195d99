-- oldest program: 1
-- Crons are few among many jobs, and were looked for by time among all of them.
DROP INDEX ${baton_name}jobs_crons ON ${baton}jobs;

CREATE INDEX ${baton_name}jobs_crons ON ${baton}jobs (next_run_time) WHERE cron IS NOT NULL;

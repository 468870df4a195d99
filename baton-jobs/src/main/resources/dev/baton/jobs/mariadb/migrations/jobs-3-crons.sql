-- oldest program: 1
-- Crons are few among many jobs, and were looked for by time among all of them.
ALTER TABLE ${baton}jobs
    DROP KEY ${baton_name}jobs_crons, ADD KEY ${baton_name}jobs_crons (cron, next_run_time);

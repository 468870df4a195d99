-- Least privilege for a server (or a program with jobs and submissions), on every database: the words are the same.
-- After grants.sql of your database, as whoever ran that. Leave out the parts whose tables you do not have. Accounts:
--   baton_app     the program's own transactions (database.user)
--   baton_leader  the leadership session (database.leadership_user): needs nothing of this
--   baton_reader  reads and changes nothing: for people, baton audit, baton audit verify, baton audit export
--   baton_owner   applies the schema (owner.sql; baton schema apply) and prunes the audit (baton audit prune)
-- Neither of the first two may create tables: set database.migrate = false.

-- Submissions
GRANT SELECT, INSERT, UPDATE, DELETE ON submission_intents TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON submission_attempts TO baton_app;
GRANT SELECT, INSERT, DELETE ON submission_audit TO baton_app;
GRANT SELECT, INSERT, UPDATE ON submission_history TO baton_app;
GRANT SELECT, INSERT, UPDATE ON submission_executors TO baton_app;
GRANT SELECT, INSERT, UPDATE ON submission_pauses TO baton_app;

-- Jobs
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_jobs TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_job_runs TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_job_history TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_job_queues TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_job_workers TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_job_figures TO baton_app;

-- Alerts
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_alerts TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_alert_notices TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_metric_samples TO baton_app;

-- Shards: roles that are divided
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_groups TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_members TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_plan TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_drains TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_moves TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_shard_work TO baton_app;

-- The server itself. What happened is only ever added to: nothing that was written can be changed or removed by it.
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_commands TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_sessions TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_run_logs TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_completions TO baton_app;
GRANT SELECT ON baton_leader_events TO baton_app;
GRANT SELECT ON baton_audit TO baton_app;
GRANT SELECT, INSERT ON baton_audit_trail TO baton_app;
GRANT SELECT, INSERT ON baton_audit_chains TO baton_app;
GRANT UPDATE (line_number, hash) ON baton_audit_chains TO baton_app;

-- Reading
GRANT SELECT ON baton_schema TO baton_reader;
GRANT SELECT ON baton_leases TO baton_reader;
GRANT SELECT ON baton_leader_events TO baton_reader;
GRANT SELECT ON baton_nodes TO baton_reader;
GRANT SELECT ON baton_candidates TO baton_reader;
GRANT SELECT ON submission_intents TO baton_reader;
GRANT SELECT ON submission_attempts TO baton_reader;
GRANT SELECT ON submission_audit TO baton_reader;
GRANT SELECT ON submission_history TO baton_reader;
GRANT SELECT ON submission_executors TO baton_reader;
GRANT SELECT ON submission_pauses TO baton_reader;
GRANT SELECT ON baton_jobs TO baton_reader;
GRANT SELECT ON baton_job_runs TO baton_reader;
GRANT SELECT ON baton_job_history TO baton_reader;
GRANT SELECT ON baton_job_queues TO baton_reader;
GRANT SELECT ON baton_job_workers TO baton_reader;
GRANT SELECT ON baton_job_figures TO baton_reader;
GRANT SELECT ON baton_alerts TO baton_reader;
GRANT SELECT ON baton_alert_notices TO baton_reader;
GRANT SELECT ON baton_metric_samples TO baton_reader;
GRANT SELECT ON baton_commands TO baton_reader;
GRANT SELECT ON baton_run_logs TO baton_reader;
GRANT SELECT ON baton_completions TO baton_reader;
GRANT SELECT ON baton_audit TO baton_reader;
GRANT SELECT ON baton_audit_trail TO baton_reader;
GRANT SELECT ON baton_audit_chains TO baton_reader;

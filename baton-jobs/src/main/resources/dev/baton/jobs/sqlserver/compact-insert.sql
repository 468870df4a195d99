INSERT INTO ${baton}job_history (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)
VALUES (CAST(:job AS varchar(128)), CAST(:day AS date), CAST(:outcome AS varchar(16)), :runs, :total_ms, :longest_ms, :epoch, CAST(:holder AS varchar(128)))

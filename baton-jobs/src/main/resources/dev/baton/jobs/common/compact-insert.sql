INSERT INTO ${baton}job_history (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)
VALUES (:job, CAST(:day AS date), :outcome, :runs, :total_ms, :longest_ms, :epoch, :holder)

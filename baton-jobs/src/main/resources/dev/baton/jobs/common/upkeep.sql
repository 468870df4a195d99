--- worker-delete
DELETE FROM ${baton}job_workers WHERE holder_id = :worker

--- compact-insert
INSERT INTO ${baton}job_history (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)
VALUES (:job, CAST(:day AS date), :outcome, :runs, :total_ms, :longest_ms, :epoch, :holder)

--- compact-update
UPDATE ${baton}job_history
   SET runs = runs + :runs, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END,
       lease_epoch = :epoch, holder_id = :holder
 WHERE job_name = :job AND run_day = CAST(:day AS date) AND outcome = :outcome

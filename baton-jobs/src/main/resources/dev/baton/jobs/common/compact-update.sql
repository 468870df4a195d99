UPDATE ${baton}job_history
   SET runs = runs + :runs, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END,
       lease_epoch = :epoch, holder_id = :holder
 WHERE job_name = :job AND run_day = CAST(:day AS date) AND outcome = :outcome

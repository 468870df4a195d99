UPDATE ${baton}job_history
   SET runs = runs + :runs, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END,
       lease_epoch = :epoch, holder_id = CAST(:holder AS varchar(128))
OUTPUT inserted.job_name
 WHERE job_name = CAST(:job AS varchar(128)) AND run_day = CAST(:day AS date) AND outcome = CAST(:outcome AS varchar(16))

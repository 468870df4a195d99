UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = clock_timestamp()
 WHERE holder_id = :worker

UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = SYSUTCDATETIME()
OUTPUT inserted.holder_id
 WHERE holder_id = CAST(:worker AS varchar(128))

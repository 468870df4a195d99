INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (:worker, :node, :threads, :busy, :completed, :failed, :refused, clock_timestamp())

INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (CAST(:worker AS varchar(128)), CAST(:node AS varchar(96)), :threads, :busy, :completed, :failed, :refused, SYSUTCDATETIME())

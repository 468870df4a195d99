SELECT holder_id, node_id, threads, busy, completed, failed, seen_at
  FROM ${baton}job_workers
 ORDER BY node_id, holder_id

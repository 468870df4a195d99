SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > DATEADD('MILLISECOND', 0 - CAST(:alive_ms AS bigint), CURRENT_TIMESTAMP(6))

SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > UTC_TIMESTAMP(6) + INTERVAL (0 - :alive_ms) * 1000 MICROSECOND

SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > clock_timestamp() + (0 - :alive_ms) * interval '1 millisecond'

SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > DATEADD(MILLISECOND, (0 - :alive_ms) % 1000, DATEADD(SECOND, (0 - :alive_ms) / 1000, SYSUTCDATETIME()))

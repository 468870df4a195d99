SELECT pg_advisory_xact_lock(:fence_key)
  FROM (SELECT set_config('lock_timeout', :bound_ms, true) AS bounded OFFSET 0) b
 WHERE b.bounded IS NOT NULL

-- A term must be durable before it is acted on: asynchronous commits could be forgotten by a crash of the server.
SELECT pg_advisory_xact_lock(:fence_key)
  FROM (SELECT set_config('lock_timeout', :bound_ms, true) AS bounded,
               CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', true) END AS durable
        OFFSET 0) s
 WHERE s.bounded IS NOT NULL

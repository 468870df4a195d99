--- session-identity
SELECT CONCAT(CONNECTION_ID(), '@', UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED))
  FROM performance_schema.global_status
 WHERE variable_name = 'Uptime'

--- session-holder
SELECT CONCAT(l.number, '@', UNIX_TIMESTAMP() - CAST(s.variable_value AS SIGNED)) AS session_id,
       COALESCE(p.command = 'Sleep' AND p.time >= :idle_ms / 1000, 0) AS idle
  FROM (SELECT IS_USED_LOCK(
            CONCAT(:lock, ':', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)))
            AS number) l
  JOIN performance_schema.global_status s ON s.variable_name = 'Uptime'
  LEFT JOIN performance_schema.processlist p ON p.id = l.number
 WHERE l.number IS NOT NULL

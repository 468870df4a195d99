--- session-prepare
SET SESSION wait_timeout = :idle_s, SESSION innodb_lock_wait_timeout = :call_s, SESSION lock_wait_timeout = :call_s

--- session-identity
SELECT CONCAT(CONNECTION_ID(), '@', UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED))
  FROM information_schema.global_status
 WHERE variable_name = 'UPTIME'

--- session-number
SELECT CONNECTION_ID(), CONCAT(@@hostname, ':', @@port)

--- session-lock
SELECT GET_LOCK(
    CONCAT(:lock, ':', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)),
    :patience_ms / 1000)

--- session-unlock
SELECT RELEASE_LOCK(
    CONCAT(:lock, ':', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)))

--- session-holder
SELECT CONCAT(l.number, '@', UNIX_TIMESTAMP() - CAST(s.variable_value AS SIGNED)) AS session_id,
       COALESCE(p.command = 'Sleep' AND p.time >= :idle_ms / 1000, 0) AS idle
  FROM (SELECT IS_USED_LOCK(
            CONCAT(:lock, ':', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)))
            AS number) l
  JOIN information_schema.global_status s ON s.variable_name = 'UPTIME'
  LEFT JOIN information_schema.processlist p ON p.id = l.number
 WHERE l.number IS NOT NULL

--- session-kill
KILL CONNECTION :number

--- session-bounded
SELECT @@SESSION.wait_timeout <= 60 AND @@SESSION.innodb_lock_wait_timeout <= 60 AS bounded

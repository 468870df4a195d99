--- feed-start
SELECT CAST(CAST(MIN_ACTIVE_ROWVERSION() AS bigint) AS varchar(20)) AS settled, CONVERT(varchar(33), SYSUTCDATETIME(), 126) AS since

--- feed-eager
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms, CONVERT(varchar(33), last_modified_at, 126) AS position
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND in_flight = 0 AND next_attempt_at IS NOT NULL
   AND (last_modified_at > DATEADD(MILLISECOND, -CAST(:overlap_ms AS int), CAST(:position AS datetime2(7)))
        OR (last_modified_at = DATEADD(MILLISECOND, -CAST(:overlap_ms AS int), CAST(:position AS datetime2(7))) AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY

--- feed-settled
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms, CAST(CAST(change_version AS bigint) AS varchar(20)) AS position
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND in_flight = 0 AND next_attempt_at IS NOT NULL
   AND (change_version > CAST(CAST(:position AS bigint) AS binary(8))
        OR (change_version = CAST(CAST(:position AS bigint) AS binary(8)) AND intent_id > :position_id))
   AND change_version < MIN_ACTIVE_ROWVERSION()
 ORDER BY change_version, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY

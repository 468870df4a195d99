--- feed-start
SELECT NULL AS settled, CAST(UTC_TIMESTAMP(6) AS char) AS since

--- feed-eager
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms, CAST(last_modified_at AS char) AS position
  FROM ${submission}intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (last_modified_at > CAST(:position AS datetime(6)) + INTERVAL (:overlap_ms * -1) * 1000 MICROSECOND
        OR (last_modified_at = CAST(:position AS datetime(6)) + INTERVAL (:overlap_ms * -1) * 1000 MICROSECOND AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
 LIMIT :row_limit

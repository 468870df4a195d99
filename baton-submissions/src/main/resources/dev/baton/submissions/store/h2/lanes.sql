--- feed-start
SELECT NULL AS settled, CAST(CURRENT_TIMESTAMP(6) AT TIME ZONE 'UTC' AS varchar) AS since

--- feed-eager
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms, CAST(last_modified_at AT TIME ZONE 'UTC' AS varchar) AS position
  FROM ${submission}intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (last_modified_at > DATEADD('MILLISECOND', -:overlap_ms, CAST(:position AS timestamp(6) with time zone))
        OR (last_modified_at = DATEADD('MILLISECOND', -:overlap_ms, CAST(:position AS timestamp(6) with time zone)) AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY

--- lanes
SELECT DISTINCT gateway FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight

--- lane-head
SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at IS NOT NULL
 ORDER BY next_attempt_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY

--- lane-due
SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at <= CURRENT_TIMESTAMP(6)
 ORDER BY next_attempt_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY

--- overdue
SELECT intent_id
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND deadline_at <= CURRENT_TIMESTAMP(6)
 ORDER BY deadline_at
 FETCH FIRST :row_limit ROWS ONLY

--- unstarted
SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS varchar) AS deadline
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :attempt_count AND status = 'pending' AND NOT in_flight

--- left-behind
SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS varchar) AS deadline
  FROM ${schema}submission_intents
 WHERE in_flight AND (lease_epoch <> :epoch OR holder_id <> :holder)
 ORDER BY intent_id
 FETCH FIRST :row_limit ROWS ONLY

--- feed-start
SELECT NULL AS settled, CAST(CURRENT_TIMESTAMP(6) AT TIME ZONE 'UTC' AS varchar) AS since

--- feed-eager
SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms, CAST(last_modified_at AT TIME ZONE 'UTC' AS varchar) AS position
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (last_modified_at > DATEADD('MILLISECOND', -:overlap_ms, CAST(:position AS timestamp(6) with time zone))
        OR (last_modified_at = DATEADD('MILLISECOND', -:overlap_ms, CAST(:position AS timestamp(6) with time zone)) AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY

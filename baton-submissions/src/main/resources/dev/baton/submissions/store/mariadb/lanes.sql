--- lanes
SELECT DISTINCT gateway FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight

--- lane-head
SELECT intent_id, gateway, attempt_count, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) DIV 1000 AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at IS NOT NULL
 ORDER BY next_attempt_at, intent_id
 LIMIT :row_limit

--- lane-due
SELECT intent_id, gateway, attempt_count, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) DIV 1000 AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at <= UTC_TIMESTAMP(6)
 ORDER BY next_attempt_at, intent_id
 LIMIT :row_limit

--- overdue
SELECT intent_id
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND deadline_at <= UTC_TIMESTAMP(6)
 ORDER BY deadline_at
 LIMIT :row_limit

--- unstarted
SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS char) AS deadline
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :attempt_count AND status = 'pending' AND NOT in_flight

--- left-behind
SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS char) AS deadline
  FROM ${schema}submission_intents
 WHERE in_flight AND (lease_epoch <> :epoch OR holder_id <> :holder)
 ORDER BY intent_id
 LIMIT :row_limit

--- feed-start
SELECT NULL AS settled, CAST(UTC_TIMESTAMP(6) AS char) AS since

--- feed-eager
SELECT intent_id, gateway, attempt_count, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) DIV 1000 AS due_ms, CAST(last_modified_at AS char) AS position
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (last_modified_at > CAST(:position AS datetime(6)) + INTERVAL (:overlap_ms * -1) * 1000 MICROSECOND
        OR (last_modified_at = CAST(:position AS datetime(6)) + INTERVAL (:overlap_ms * -1) * 1000 MICROSECOND AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
 LIMIT :row_limit

SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS char) AS deadline
  FROM ${schema}submission_intents
 WHERE in_flight AND (lease_epoch <> :epoch OR holder_id <> :holder)
 ORDER BY intent_id
 LIMIT :row_limit

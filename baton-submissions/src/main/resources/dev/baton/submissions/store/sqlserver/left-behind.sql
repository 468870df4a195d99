SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CONVERT(varchar(33), deadline_at, 126) AS deadline
  FROM ${schema}submission_intents
 WHERE in_flight = 1 AND (lease_epoch <> :epoch OR holder_id <> :holder)
 ORDER BY intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY

SELECT intent_id, submission_target, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       CAST(deadline_at AS varchar) AS deadline
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :attempt_count AND status = 'pending' AND NOT in_flight

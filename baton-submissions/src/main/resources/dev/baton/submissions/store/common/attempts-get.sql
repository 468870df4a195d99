SELECT attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id
  FROM ${schema}submission_attempts
 WHERE intent_id = :intent_id
 ORDER BY attempt_number

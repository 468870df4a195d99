-- Row by row, for databases that take no arrays.

--- prunable
SELECT intent_id
  FROM ${schema}submission_intents ${past_writers}
 WHERE created_at < ${earlier(${now}, :age_ms)} AND completed_at < ${earlier(${now}, :age_ms)}
   AND status <> 'pending' AND ${not(in_flight)} AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
 ${fetch(:row_limit)}

--- prune-attempts
DELETE FROM ${schema}submission_attempts WHERE intent_id = :intent_id

--- prune-audit
DELETE FROM ${schema}submission_audit WHERE intent_id = :intent_id

--- prune-intent
DELETE FROM ${schema}submission_intents WHERE intent_id = :intent_id AND status <> 'pending'

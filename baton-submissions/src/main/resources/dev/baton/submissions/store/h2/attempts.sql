--- attempt-row
INSERT INTO ${submission}attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id,
        gateway_message_id)
SELECT intent_id, :number, attempt_started_at, CURRENT_TIMESTAMP(6), CAST(:outcome AS varchar), CAST(:reason AS varchar), CAST(:error AS varchar), lease_epoch, holder_id,
       CAST(:message_id AS varchar)
  FROM ${submission}intents
 WHERE intent_id = :intent_id

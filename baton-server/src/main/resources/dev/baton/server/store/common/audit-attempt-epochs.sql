SELECT intent_id AS subject, attempt_number AS detail FROM (
    SELECT intent_id, attempt_number, lease_epoch,
           LAG(lease_epoch) OVER (PARTITION BY intent_id ORDER BY attempt_number) AS earlier
      FROM ${schema}submission_attempts) AS attempts
 WHERE earlier > lease_epoch

--- start-row
SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET attempt_count = attempt_count + 1, in_flight = 1, attempt_started_at = SYSUTCDATETIME(), last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND in_flight = 0 AND attempt_count = :attempt_count
   AND next_attempt_at <= SYSUTCDATETIME() AND (deadline_at IS NULL OR deadline_at > SYSUTCDATETIME())

--- started-row
SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       CONVERT(varchar(33), deadline_at, 126) AS deadline, DATEDIFF_BIG(MILLISECOND, next_attempt_at, attempt_started_at) AS waited_ms
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

--- judge-row
SELECT submission_target, gateway, attempt_started_at,
       DATEDIFF_BIG(MILLISECOND, created_at, SYSUTCDATETIME()) AS age_ms, DATEDIFF_BIG(MILLISECOND, attempt_started_at, SYSUTCDATETIME()) AS took_ms,
       CASE WHEN status <> 'pending' THEN status
            WHEN :ends_as = 'accepted' AND deadline_at < SYSUTCDATETIME() THEN 'exhausted'
            WHEN :ends_as <> '' THEN :ends_as
            WHEN deadline_at <= DATEADD(MILLISECOND, CAST(:retry_ms % 1000 AS int), DATEADD(SECOND, CAST(:retry_ms / 1000 AS int), SYSUTCDATETIME())) THEN 'exhausted'
            ELSE 'pending' END AS verdict,
       CASE WHEN status <> 'pending' THEN 1 ELSE 0 END AS ended_before,
       CASE WHEN webhook_status = 'pending' THEN 1 ELSE 0 END AS webhook
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun

--- attempt-row
INSERT INTO ${schema}submission_attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
SELECT intent_id, :number, attempt_started_at, SYSUTCDATETIME(), CAST(:outcome AS varchar(200)), :reason, :error, lease_epoch, holder_id
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

--- finish-row
SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = :verdict, rejected_reason = :rejected_reason, exhausted_reason = :exhausted_reason,
       next_attempt_at = CASE WHEN :verdict = 'pending' THEN DATEADD(MILLISECOND, CAST(:retry_ms % 1000 AS int), DATEADD(SECOND, CAST(:retry_ms / 1000 AS int), SYSUTCDATETIME())) END,
       completed_at = CASE WHEN :verdict <> 'pending' THEN SYSUTCDATETIME() END,
       webhook_next_at = CASE WHEN :verdict <> 'pending' AND webhook_status = 'pending' THEN SYSUTCDATETIME() END,
       counted_attempts = counted_attempts + :counted,
       key_attempt = CASE WHEN :definite = 1 THEN :number + 1 ELSE key_attempt END,
       attempt_count = :number, attempt_started_at = CASE WHEN in_flight = 1 THEN attempt_started_at ELSE SYSUTCDATETIME() END,
       in_flight = 0, last_modified_at = SYSUTCDATETIME(), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun AND status = 'pending'

--- finish-ended-row
SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET in_flight = 0, counted_attempts = counted_attempts + :counted, last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :number AND in_flight = 1 AND status <> 'pending'

--- expire-row
SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = SYSUTCDATETIME(), next_attempt_at = NULL,
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN SYSUTCDATETIME() END, last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND in_flight = 0 AND deadline_at <= SYSUTCDATETIME()

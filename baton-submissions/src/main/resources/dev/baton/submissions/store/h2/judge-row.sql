SELECT submission_target, gateway, attempt_started_at,
       DATEDIFF('MILLISECOND', created_at, CURRENT_TIMESTAMP(6)) AS age_ms, DATEDIFF('MILLISECOND', attempt_started_at, CURRENT_TIMESTAMP(6)) AS took_ms,
       CASE WHEN status <> 'pending' THEN status
            WHEN :ends_as = 'accepted' AND deadline_at < CURRENT_TIMESTAMP(6) THEN 'exhausted'
            WHEN :ends_as <> '' THEN :ends_as
            WHEN deadline_at <= DATEADD('MILLISECOND', :retry_ms, CURRENT_TIMESTAMP(6)) THEN 'exhausted'
            ELSE 'pending' END AS verdict,
       CASE WHEN status <> 'pending' THEN 1 ELSE 0 END AS ended_before,
       CASE WHEN webhook_status = 'pending' THEN 1 ELSE 0 END AS webhook
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun
   FOR UPDATE

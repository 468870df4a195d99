SELECT submission_target, gateway, attempt_started_at,
       TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(6)) DIV 1000 AS age_ms, TIMESTAMPDIFF(MICROSECOND, attempt_started_at, UTC_TIMESTAMP(6)) DIV 1000 AS took_ms,
       CASE WHEN status <> 'pending' THEN status
            WHEN :ends_as = 'accepted' AND deadline_at < UTC_TIMESTAMP(6) THEN 'exhausted'
            WHEN :ends_as <> '' THEN :ends_as
            WHEN deadline_at <= UTC_TIMESTAMP(6) + INTERVAL :retry_ms * 1000 MICROSECOND THEN 'exhausted'
            ELSE 'pending' END AS verdict,
       CASE WHEN status <> 'pending' THEN 1 ELSE 0 END AS ended_before,
       CASE WHEN webhook_status = 'pending' THEN 1 ELSE 0 END AS webhook
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun
   FOR UPDATE

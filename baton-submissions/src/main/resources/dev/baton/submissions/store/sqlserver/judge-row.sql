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

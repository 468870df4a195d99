WITH o AS MATERIALIZED (
    SELECT s.*, CAST(s.deadline AS timestamptz) AS deadline_at, s.retry_ms * interval '1 millisecond' AS pause,
           clock_timestamp() AS now
      FROM unnest(:intent_id::text[], :number::integer[], :outcome::text[], :reason::text[], :error::text[],
                  :ends_as::text[], :ends_reason::text[], :retry_ms::bigint[], :counted::integer[], :definite::boolean[],
                  :deadline::text[], :begun::boolean[])
           AS s(intent_id, number, outcome, reason, error, ends_as, ends_reason, retry_ms, counted, definite, deadline,
                begun)),
v AS MATERIALIZED (
    SELECT o.*,
           CASE WHEN o.ends_as = 'accepted' AND o.deadline_at < o.now THEN 'exhausted'
                WHEN o.ends_as <> '' THEN o.ends_as
                WHEN o.deadline_at <= o.now + o.pause THEN 'exhausted'
                ELSE 'pending' END AS verdict
      FROM o),
done AS (
    UPDATE ${schema}submission_intents i
       SET status = v.verdict,
           rejected_reason = CASE v.verdict WHEN 'rejected' THEN v.reason END,
           exhausted_reason = CASE WHEN v.verdict = 'exhausted'
                                   THEN CASE v.ends_as WHEN 'exhausted' THEN v.ends_reason ELSE 'deadline_exceeded' END
                              END,
           next_attempt_at = CASE v.verdict WHEN 'pending' THEN v.now + v.pause END,
           completed_at = CASE WHEN v.verdict <> 'pending' THEN v.now END,
           webhook_next_at = CASE WHEN v.verdict <> 'pending' AND i.webhook_status = 'pending' THEN v.now END,
           counted_attempts = i.counted_attempts + v.counted,
           key_attempt = CASE WHEN v.definite THEN v.number + 1 ELSE i.key_attempt END,
           attempt_count = v.number,
           attempt_started_at = CASE WHEN v.begun THEN i.attempt_started_at ELSE v.now END,
           in_flight = false, lease_epoch = :epoch, holder_id = :holder,
           last_modified_at = v.now, change_xid = pg_current_xact_id()
      FROM v
     WHERE i.intent_id = v.intent_id AND i.status = 'pending' AND i.in_flight = v.begun
       AND i.attempt_count = CASE WHEN v.begun THEN v.number ELSE v.number - 1 END
    RETURNING i.intent_id, i.submission_target, i.gateway, i.attempt_started_at, i.created_at, i.status,
              i.webhook_next_at IS NOT NULL AS webhook),
logged AS (
    INSERT INTO ${schema}submission_attempts
           (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
    SELECT v.intent_id, v.number, d.attempt_started_at, v.now, v.outcome, v.reason, v.error, :epoch, :holder
      FROM done d JOIN v ON v.intent_id = d.intent_id)
SELECT d.intent_id, d.submission_target, d.gateway, v.number, d.status, v.retry_ms, d.webhook,
       CAST(EXTRACT(EPOCH FROM v.now - d.created_at) * 1000 AS bigint) AS age_ms,
       CAST(EXTRACT(EPOCH FROM v.now - d.attempt_started_at) * 1000 AS bigint) AS took_ms
  FROM done d JOIN v ON v.intent_id = d.intent_id

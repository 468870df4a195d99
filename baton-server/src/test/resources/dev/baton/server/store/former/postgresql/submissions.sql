-- What the first programs wrote about intents. These were released: they are never changed.

--- accept-one
-- By the clock of the statement: a caller's transaction may have begun long before.
INSERT INTO ${submission}intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
VALUES (:intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
        statement_timestamp(), statement_timestamp(), statement_timestamp(),
        statement_timestamp() + CAST(:max_acceptance_ms AS bigint) * interval '1 millisecond')
ON CONFLICT (intent_id) DO NOTHING
RETURNING created_at

--- cancel
WITH cancelled AS (
    UPDATE ${submission}intents
       SET status = 'cancelled', completed_at = clock_timestamp(), next_attempt_at = NULL,
           webhook_next_at = CASE WHEN webhook_status = 'pending' THEN clock_timestamp() END,
           last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
     WHERE intent_id = :intent_id AND status = 'pending'
    RETURNING intent_id),
audited AS (
    INSERT INTO ${submission}audit (actor, action, intent_id) SELECT :actor, 'cancel', intent_id FROM cancelled)
SELECT intent_id FROM cancelled

--- start
UPDATE ${submission}intents i
   SET attempt_count = i.attempt_count + 1, in_flight = true, attempt_started_at = n.at,
       lease_epoch = :epoch, holder_id = :holder, last_modified_at = n.at, change_xid = pg_current_xact_id()
  FROM unnest((SELECT :intent_id::text[]), (SELECT :attempt_count::integer[])) AS s(intent_id, attempt_count),
       (SELECT clock_timestamp() AS at OFFSET 0) n
 WHERE i.intent_id = s.intent_id AND i.status = 'pending' AND NOT i.in_flight
   AND i.attempt_count = s.attempt_count AND i.next_attempt_at <= n.at
   AND (i.deadline_at IS NULL OR i.deadline_at > n.at)
RETURNING i.intent_id, i.submission_target, i.attempt_count, i.counted_attempts, i.key_attempt, i.payload, i.contract,
          i.traceparent, CAST(i.deadline_at AS text) AS deadline,
          CAST(EXTRACT(EPOCH FROM n.at - i.next_attempt_at) * 1000 AS bigint) AS waited_ms

--- finish
-- The arrays are sub-selects so that their length is no reason to plan anew each time.
WITH o AS MATERIALIZED (
    SELECT s.*, CAST(s.deadline AS timestamptz) AS deadline_at, s.retry_ms * interval '1 millisecond' AS pause,
           clock_timestamp() AS now
      FROM unnest((SELECT :intent_id::text[]), (SELECT :number::integer[]), (SELECT :outcome::text[]),
                  (SELECT :reason::text[]), (SELECT :error::text[]), (SELECT :ends_as::text[]),
                  (SELECT :ends_reason::text[]), (SELECT :retry_ms::bigint[]), (SELECT :counted::integer[]),
                  (SELECT :definite::boolean[]), (SELECT :deadline::text[]), (SELECT :begun::boolean[]))
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
    UPDATE ${submission}intents i
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
              i.webhook_next_at IS NOT NULL AS webhook, v.number, v.outcome, v.reason, v.error, v.retry_ms, v.now),
logged AS (
    INSERT INTO ${submission}attempts
           (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
    SELECT intent_id, number, attempt_started_at, now, outcome, reason, error, :epoch, :holder FROM done)
SELECT intent_id, submission_target, gateway, number, status, retry_ms, webhook,
       CAST(EXTRACT(EPOCH FROM now - created_at) * 1000 AS bigint) AS age_ms,
       CAST(EXTRACT(EPOCH FROM now - attempt_started_at) * 1000 AS bigint) AS took_ms
  FROM done

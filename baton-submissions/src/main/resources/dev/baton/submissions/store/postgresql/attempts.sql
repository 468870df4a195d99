-- What somebody else holds is passed over, and told from what has moved on by whoever asked: waiting for it here would keep the whole
-- batch, and a takeover. No key is changed, so whoever has referred to an intent and not committed is in nobody's way.

--- intents-free
SELECT intent_id FROM ${submission}intents WHERE intent_id = ANY (CAST(:intent_id AS text[])) FOR NO KEY UPDATE SKIP LOCKED

--- intents-under-way
SELECT intent_id, attempt_count FROM ${submission}intents WHERE intent_id = ANY (CAST(:intent_id AS text[])) AND in_flight

--- start
WITH free AS MATERIALIZED (
    SELECT s.*
      FROM unnest((SELECT :intent_id::text[]), (SELECT :attempt_count::integer[]), (SELECT :epoch::bigint[]),
                  (SELECT :holder::text[])) AS s(intent_id, attempt_count, epoch, holder)
      JOIN ${submission}intents h ON h.intent_id = s.intent_id
       FOR NO KEY UPDATE OF h SKIP LOCKED)
UPDATE ${submission}intents i
   SET attempt_count = i.attempt_count + 1, in_flight = true, attempt_started_at = n.at,
       lease_epoch = s.epoch, holder_id = s.holder, last_modified_at = n.at, change_xid = pg_current_xact_id()
  FROM free s, (SELECT clock_timestamp() AS at OFFSET 0) n
 WHERE i.intent_id = s.intent_id AND i.status = 'pending' AND NOT i.in_flight
   AND i.attempt_count = s.attempt_count AND i.next_attempt_at <= n.at
   AND (i.deadline_at IS NULL OR i.deadline_at > n.at)
RETURNING i.intent_id, i.submission_target, i.attempt_count, i.counted_attempts, i.key_attempt, i.payload, i.contract,
          i.traceparent, CAST(i.deadline_at AS text) AS deadline,
          ${millis(${counted_time(i.next_attempt_at)}, n.at)} AS waited_ms

--- finish
-- The arrays are sub-selects so that their length is no reason to plan anew each time.
WITH o AS MATERIALIZED (
    SELECT s.*, CAST(s.deadline AS timestamptz) AS deadline_at, s.retry_ms * interval '1 millisecond' AS pause,
           clock_timestamp() AS now
      FROM unnest((SELECT :intent_id::text[]), (SELECT :number::integer[]), (SELECT :outcome::text[]),
                  (SELECT :reason::text[]), (SELECT :error::text[]), (SELECT :ends_as::text[]),
                  (SELECT :ends_reason::text[]), (SELECT :retry_ms::bigint[]), (SELECT :counted::integer[]),
                  (SELECT :definite::boolean[]), (SELECT :deadline::text[]), (SELECT :begun::boolean[]),
                  (SELECT :message_id::text[]), (SELECT :epoch::bigint[]), (SELECT :holder::text[]))
           AS s(intent_id, number, outcome, reason, error, ends_as, ends_reason, retry_ms, counted, definite, deadline,
                begun, message_id, epoch, holder)),
v AS MATERIALIZED (
    SELECT o.*,
           CASE WHEN o.ends_as = 'accepted' AND o.deadline_at < o.now THEN 'exhausted'
                WHEN o.ends_as <> '' THEN o.ends_as
                WHEN o.deadline_at <= o.now + o.pause THEN 'exhausted'
                ELSE 'pending' END AS verdict
      FROM o),
free AS MATERIALIZED (
    SELECT v.* FROM v JOIN ${submission}intents h ON h.intent_id = v.intent_id FOR NO KEY UPDATE OF h SKIP LOCKED),
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
           in_flight = false, lease_epoch = v.epoch, holder_id = v.holder,
           last_modified_at = v.now, change_xid = pg_current_xact_id()
      FROM free v
     WHERE i.intent_id = v.intent_id AND i.status = 'pending' AND i.in_flight = v.begun
       AND i.attempt_count = CASE WHEN v.begun THEN v.number ELSE v.number - 1 END
    RETURNING i.intent_id, i.submission_target, i.gateway, i.attempt_started_at, i.created_at, i.status,
              i.webhook_next_at IS NOT NULL AS webhook, v.number, v.outcome, v.reason, v.error, v.message_id, v.retry_ms,
              v.epoch, v.holder, v.now),
logged AS (
    INSERT INTO ${submission}attempts
           (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id,
            gateway_message_id)
    SELECT intent_id, number, attempt_started_at, now, outcome, reason, error, epoch, holder, message_id FROM done)
SELECT intent_id, submission_target, gateway, number, status, retry_ms, webhook,
       ${micros(now)} AS now_us, ${millis(${counted_time(created_at)}, now)} AS age_ms,
       ${millis(${counted_time(attempt_started_at)}, now)} AS took_ms
  FROM done

--- finish-ended
WITH free AS MATERIALIZED (
    SELECT s.*
      FROM unnest((SELECT :intent_id::text[]), (SELECT :number::integer[]), (SELECT :outcome::text[]),
                  (SELECT :reason::text[]), (SELECT :error::text[]), (SELECT :counted::integer[]), (SELECT :message_id::text[]),
                  (SELECT :epoch::bigint[]), (SELECT :holder::text[]))
           AS s(intent_id, number, outcome, reason, error, counted, message_id, epoch, holder)
      JOIN ${submission}intents h ON h.intent_id = s.intent_id
       FOR NO KEY UPDATE OF h SKIP LOCKED),
done AS (
    UPDATE ${submission}intents i
       SET in_flight = false, counted_attempts = i.counted_attempts + s.counted, lease_epoch = s.epoch, holder_id = s.holder,
           last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
      FROM free s
     WHERE i.intent_id = s.intent_id AND i.attempt_count = s.number AND i.in_flight AND i.status <> 'pending'
    RETURNING i.intent_id, i.submission_target, i.attempt_started_at, s.number, s.outcome, s.reason, s.error,
              s.message_id, s.epoch, s.holder),
logged AS (
    INSERT INTO ${submission}attempts
           (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id,
            gateway_message_id)
    SELECT intent_id, number, attempt_started_at, clock_timestamp(), outcome, reason, error, epoch, holder, message_id FROM done)
SELECT intent_id, submission_target, number,
       ${millis(${counted_time(attempt_started_at)}, clock_timestamp())} AS took_ms
  FROM done

--- expire
WITH free AS MATERIALIZED (
    SELECT s.*
      FROM unnest((SELECT :intent_id::text[]), (SELECT :epoch::bigint[]), (SELECT :holder::text[])) AS s(intent_id, epoch, holder)
      JOIN ${submission}intents h ON h.intent_id = s.intent_id
       FOR NO KEY UPDATE OF h SKIP LOCKED)
UPDATE ${submission}intents i
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = n.at, next_attempt_at = NULL,
       webhook_next_at = CASE WHEN i.webhook_status = 'pending' THEN n.at END,
       lease_epoch = s.epoch, holder_id = s.holder, last_modified_at = n.at, change_xid = pg_current_xact_id()
  FROM free s, (SELECT clock_timestamp() AS at OFFSET 0) n
 WHERE i.intent_id = s.intent_id AND i.status = 'pending' AND NOT i.in_flight AND i.deadline_at <= n.at
RETURNING i.intent_id, i.submission_target, ${millis(${counted_time(i.created_at)}, n.at)} AS age_ms

--- executors-act
-- executor-act for several terms at once.
UPDATE ${submission}executors e
   SET batches = e.batches + 1
  FROM unnest((SELECT :role::text[]), (SELECT :epoch::bigint[]), (SELECT :holder::text[])) AS s(role, epoch, holder)
 WHERE e.lease_name = s.role AND e.lease_epoch = s.epoch AND e.holder_id = s.holder AND e.attempts = 'own'

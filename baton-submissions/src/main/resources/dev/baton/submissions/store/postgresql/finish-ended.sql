WITH done AS (
    UPDATE ${schema}submission_intents i
       SET in_flight = false, counted_attempts = i.counted_attempts + s.counted, lease_epoch = :epoch, holder_id = :holder,
           last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
      FROM unnest((SELECT :intent_id::text[]), (SELECT :number::integer[]), (SELECT :outcome::text[]),
                  (SELECT :reason::text[]), (SELECT :error::text[]), (SELECT :counted::integer[]))
           AS s(intent_id, number, outcome, reason, error, counted)
     WHERE i.intent_id = s.intent_id AND i.attempt_count = s.number AND i.in_flight AND i.status <> 'pending'
    RETURNING i.intent_id, i.submission_target, i.attempt_started_at, s.number, s.outcome, s.reason, s.error),
logged AS (
    INSERT INTO ${schema}submission_attempts
           (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
    SELECT intent_id, number, attempt_started_at, clock_timestamp(), outcome, reason, error, :epoch, :holder FROM done)
SELECT intent_id, submission_target, number,
       CAST(EXTRACT(EPOCH FROM clock_timestamp() - attempt_started_at) * 1000 AS bigint) AS took_ms
  FROM done

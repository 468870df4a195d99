SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       CAST(deadline_at AS varchar) AS deadline, CAST(EXTRACT(EPOCH FROM attempt_started_at - next_attempt_at) * 1000 AS bigint) AS waited_ms
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       CAST(deadline_at AS varchar) AS deadline, DATEDIFF('MILLISECOND', next_attempt_at, attempt_started_at) AS waited_ms
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

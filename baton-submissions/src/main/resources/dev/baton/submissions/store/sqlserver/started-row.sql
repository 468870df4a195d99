SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       CONVERT(varchar(33), deadline_at, 126) AS deadline, DATEDIFF_BIG(MILLISECOND, next_attempt_at, attempt_started_at) AS waited_ms
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

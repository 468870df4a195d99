UPDATE ${schema}submission_intents i
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

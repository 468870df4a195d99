-- What the leader reads to keep its window: the lanes, what is due in them, what others left behind. Foreign lanes are
-- those that are known to be another shard's, such as ',a,b,'; not all of them need be named. A time that nobody can count with,
-- which somebody has put into an intent, must not fail the look at all the others.

--- lanes
SELECT DISTINCT gateway FROM ${submission}intents ${past_writers} WHERE status = 'pending' AND ${not(in_flight)}

--- lane-head
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND ${not(in_flight)} AND gateway = :gateway AND next_attempt_at IS NOT NULL
 ORDER BY next_attempt_at, intent_id
 ${fetch(:row_limit)}

--- lane-due
SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})} AS due_us,
       ${millis_until(${counted_time(next_attempt_at)})} AS due_ms
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND ${not(in_flight)} AND gateway = :gateway AND next_attempt_at <= ${now}
 ORDER BY next_attempt_at, intent_id
 ${fetch(:row_limit)}

--- overdue
SELECT intent_id, gateway
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND ${not(in_flight)} AND deadline_at <= ${now} AND NOT (${listed(gateway, :foreign)})
 ORDER BY deadline_at
 ${fetch(:row_limit)}

--- unstarted
SELECT intent_id, submission_target, gateway, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       ${as_text(deadline_at)} AS deadline
  FROM ${submission}intents
 WHERE intent_id = :intent_id AND attempt_count = :attempt_count AND status = 'pending' AND ${not(in_flight)}

--- left-behind
SELECT intent_id, submission_target, gateway, attempt_count, counted_attempts, contract, lease_epoch, holder_id,
       ${as_text(deadline_at)} AS deadline
  FROM ${submission}intents
 WHERE ${is(in_flight)} AND intent_id > :after
 ORDER BY intent_id
 ${fetch(:row_limit)}

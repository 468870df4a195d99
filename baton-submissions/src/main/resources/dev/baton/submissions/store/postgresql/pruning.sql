-- An attempt with a time that cannot be counted with, such as infinity, is summed up on the day of the sum, and took no time.

--- prune
-- An intent to which somebody has just referred, and not committed, is held: it is left for the next time.
WITH old AS MATERIALIZED (
    SELECT intent_id FROM ${submission}intents
     WHERE created_at < clock_timestamp() - :age_ms * interval '1 millisecond'
       AND completed_at < clock_timestamp() - :age_ms * interval '1 millisecond'
       AND status <> 'pending' AND NOT in_flight AND (webhook_status IS NULL OR webhook_status <> 'pending')
     ORDER BY created_at
     LIMIT :row_limit
       FOR UPDATE SKIP LOCKED),
sums AS (
    SELECT i.submission_target, t.attempt_day, a.outcome_status, count(*) AS attempts, sum(t.took) AS total_ms, max(t.took) AS longest_ms
      FROM old JOIN ${submission}intents i ON i.intent_id = old.intent_id
      JOIN ${submission}attempts a ON a.intent_id = old.intent_id,
           LATERAL (SELECT ${day(CASE WHEN coalesce(a.finished_at, a.started_at) BETWEEN ${instant(0)} AND statement_timestamp()
                                      THEN coalesce(a.finished_at, a.started_at) ELSE statement_timestamp() END)} AS attempt_day,
                           CASE WHEN a.started_at >= ${instant(0)} AND a.finished_at BETWEEN a.started_at AND statement_timestamp()
                                THEN ${millis(a.started_at, a.finished_at)} ELSE 0 END AS took) t
     GROUP BY 1, 2, 3),
summed AS (
    INSERT INTO ${submission}history AS h (submission_target, attempt_day, outcome_status, attempts, total_ms, longest_ms)
    SELECT submission_target, attempt_day, outcome_status, attempts, total_ms, longest_ms FROM sums
    ON CONFLICT (submission_target, attempt_day, outcome_status)
    DO UPDATE SET attempts = h.attempts + excluded.attempts, total_ms = h.total_ms + excluded.total_ms,
                  longest_ms = greatest(h.longest_ms, excluded.longest_ms)),
attempts AS (DELETE FROM ${submission}attempts a USING old WHERE a.intent_id = old.intent_id),
audit AS (DELETE FROM ${submission}audit a USING old WHERE a.intent_id = old.intent_id)
DELETE FROM ${submission}intents i USING old WHERE i.intent_id = old.intent_id

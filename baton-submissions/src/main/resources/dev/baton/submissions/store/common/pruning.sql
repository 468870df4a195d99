-- Row by row, for databases that take no arrays.

--- prunable
SELECT intent_id
  FROM ${submission}intents ${past_writers}
 WHERE created_at < ${earlier(${now}, :age_ms)} AND completed_at < ${earlier(${now}, :age_ms)}
   AND status <> 'pending' AND ${not(in_flight)} AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
 ${fetch(:row_limit)}

--- attempt-sums
SELECT i.submission_target, ${day(COALESCE(a.finished_at, a.started_at))} AS attempt_day, a.outcome_status, COUNT(*) AS attempts,
       SUM(${millis(a.started_at, COALESCE(a.finished_at, a.started_at))}) AS total_ms,
       MAX(${millis(a.started_at, COALESCE(a.finished_at, a.started_at))}) AS longest_ms
  FROM ${submission}attempts a JOIN ${submission}intents i ON i.intent_id = a.intent_id
 WHERE a.intent_id IN (:intent_id)
 GROUP BY i.submission_target, ${day(COALESCE(a.finished_at, a.started_at))}, a.outcome_status

--- history-add
${counted}
UPDATE ${submission}history
   SET attempts = attempts + :attempts, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END
 WHERE submission_target = :target AND attempt_day = CAST(:day AS date) AND outcome_status = :outcome

--- history-begin
INSERT INTO ${submission}history (submission_target, attempt_day, outcome_status, attempts, total_ms, longest_ms)
VALUES (:target, CAST(:day AS date), :outcome, :attempts, :total_ms, :longest_ms)

--- prune-attempts
DELETE FROM ${submission}attempts WHERE intent_id = :intent_id

--- prune-audit
DELETE FROM ${submission}audit WHERE intent_id = :intent_id

--- prune-intent
DELETE FROM ${submission}intents WHERE intent_id = :intent_id AND status <> 'pending'

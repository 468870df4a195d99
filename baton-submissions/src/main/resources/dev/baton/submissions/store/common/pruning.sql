-- Row by row, for databases that take no arrays.

--- prunable
SELECT intent_id
  FROM ${submission}intents ${past_writers}
 WHERE created_at < ${earlier(${now}, :age_ms)} AND completed_at < ${earlier(${now}, :age_ms)}
   AND status <> 'pending' AND ${not(in_flight)} AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
 ${fetch(:row_limit)}
 ${skip_locked}

--- attempt-sums
-- An attempt with a time that cannot be counted with keeps nobody: it is summed up on the day of the sum, and took no time.
SELECT s.submission_target, s.attempt_day, s.outcome_status, COUNT(*) AS attempts, SUM(s.took) AS total_ms, MAX(s.took) AS longest_ms
  FROM (SELECT i.submission_target, a.outcome_status,
               ${day(CASE WHEN COALESCE(a.finished_at, a.started_at) BETWEEN ${instant(0)} AND ${now}
                          THEN COALESCE(a.finished_at, a.started_at) ELSE ${now} END)} AS attempt_day,
               CASE WHEN a.started_at >= ${instant(0)} AND a.finished_at BETWEEN a.started_at AND ${now}
                    THEN ${millis(a.started_at, a.finished_at)} ELSE 0 END AS took
          FROM ${submission}attempts a JOIN ${submission}intents i ON i.intent_id = a.intent_id
         WHERE a.intent_id IN (:intent_id)) s
 GROUP BY s.submission_target, s.attempt_day, s.outcome_status

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

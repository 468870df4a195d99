-- What must never be in a database: each statement finds what breaks one rule.

--- audit-epochs-grow
SELECT lease_name AS subject, lease_epoch AS detail FROM (
    SELECT lease_name, lease_epoch, LAG(lease_epoch) OVER (PARTITION BY lease_name ORDER BY id) AS earlier
      FROM ${baton}leader_events WHERE event = 'acquired') AS terms
 WHERE earlier >= lease_epoch

--- audit-lease-rows
SELECT l.lease_name AS subject, l.lease_epoch AS detail
  FROM ${baton}leases l
 WHERE l.lease_epoch < (SELECT MAX(e.lease_epoch) FROM ${baton}leader_events e WHERE e.lease_name = l.lease_name)

--- audit-attempt-epochs
-- The epochs of another role begin anew: so do those of an executor whose role got another name, and each shard has its own.
SELECT intent_id AS subject, attempt_number AS detail FROM (
    SELECT intent_id, attempt_number, lease_epoch, holder_id,
           LAG(lease_epoch) OVER (PARTITION BY intent_id ORDER BY attempt_number) AS earlier,
           LAG(holder_id) OVER (PARTITION BY intent_id ORDER BY attempt_number) AS earlier_holder
      FROM ${submission}attempts) AS attempts
 WHERE earlier > lease_epoch
   AND NOT (EXISTS (SELECT 1 FROM ${baton}leader_events e
                     WHERE e.lease_name = ${text(:former_role, 64)} AND e.lease_epoch = attempts.earlier
                       AND e.event = 'acquired' AND e.holder_id = ${names(attempts.earlier_holder)})
            AND EXISTS (SELECT 1 FROM ${baton}leader_events e
                         WHERE e.lease_name = ${text(:role, 64)} AND e.lease_epoch = attempts.lease_epoch
                           AND e.event = 'acquired' AND e.holder_id = ${names(attempts.holder_id)}))
   AND NOT EXISTS (SELECT 1
                     FROM ${submission}executors x
                     JOIN ${baton}leader_events e ON e.lease_name = x.lease_name
                     JOIN ${submission}executors y ON y.executor_role = x.executor_role AND y.lease_name <> x.lease_name
                     JOIN ${baton}leader_events f ON f.lease_name = y.lease_name
                    WHERE x.executor_role = ${text(:role, 64)}
                      AND e.lease_epoch = attempts.earlier AND e.event = 'acquired' AND e.holder_id = ${names(attempts.earlier_holder)}
                      AND f.lease_epoch = attempts.lease_epoch AND f.event = 'acquired' AND f.holder_id = ${names(attempts.holder_id)})

--- audit-attempt-holders
SELECT a.intent_id AS subject, a.holder_id AS detail
  FROM ${submission}attempts a
 WHERE EXISTS (SELECT 1 FROM ${baton}leader_events e
                WHERE e.lease_name IN (${text(:role, 64)}, ${text(:former_role, 64)}) AND e.lease_epoch = a.lease_epoch
                  AND e.event = 'acquired' AND e.holder_id <> ${names(a.holder_id)})
   AND NOT EXISTS (SELECT 1 FROM ${baton}leader_events e
                    WHERE e.lease_name IN (${text(:role, 64)}, ${text(:former_role, 64)}) AND e.lease_epoch = a.lease_epoch
                      AND e.event = 'acquired' AND e.holder_id = ${names(a.holder_id)})
   AND NOT EXISTS (SELECT 1
                     FROM ${submission}executors x JOIN ${baton}leader_events e ON e.lease_name = x.lease_name
                    WHERE x.executor_role = ${text(:role, 64)} AND e.lease_epoch = a.lease_epoch
                      AND e.event = 'acquired' AND e.holder_id = ${names(a.holder_id)})

--- audit-attempt-numbers
SELECT a.intent_id AS subject, a.attempt_number AS detail
  FROM ${submission}attempts a JOIN ${submission}intents i ON i.intent_id = a.intent_id
 WHERE a.attempt_number > i.attempt_count

--- audit-attempts-after-end
SELECT a.intent_id AS subject, a.attempt_number AS detail
  FROM ${submission}attempts a JOIN ${submission}intents i ON i.intent_id = a.intent_id
 WHERE i.status IN ('accepted', 'rejected', 'exhausted') AND a.started_at > i.completed_at

--- audit-terminal-states
SELECT intent_id AS subject, status AS detail
  FROM ${submission}intents
 WHERE (status = 'pending' AND completed_at IS NOT NULL) OR (status <> 'pending' AND completed_at IS NULL)

--- audit-accepted-attempts
SELECT i.intent_id AS subject, i.status AS detail
  FROM ${submission}intents i
 WHERE i.status IN ('accepted', 'rejected')
   AND NOT EXISTS (SELECT 1 FROM ${submission}attempts a
                    WHERE a.intent_id = i.intent_id AND a.outcome_status = i.status)

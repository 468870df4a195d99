-- Who makes attempts: see ExecutorTerms. Every write changes the row, so that two that exclude each other collide on a cluster too.

--- executor-said
SELECT e.lease_epoch, e.attempts, CASE WHEN l.lease_epoch = e.lease_epoch THEN 1 ELSE 0 END AS is_last
  FROM ${submission}executors e LEFT JOIN ${baton}leases l ON l.lease_name = e.lease_name
 WHERE e.lease_name = ${text(:role, 64)}

--- executor-look
-- The same, and in the same answer the gateways that nobody calls just now.
SELECT e.lease_epoch, e.attempts, CASE WHEN l.lease_epoch = e.lease_epoch THEN 1 ELSE 0 END AS is_last,
       p.gateway, p.holder_id, ${millis_until(${counted_time(p.ends_at)})} AS left_ms
  FROM ${submission}executors e
       LEFT JOIN ${baton}leases l ON l.lease_name = e.lease_name
       LEFT JOIN ${submission}pauses p ON p.ends_at > ${now}
 WHERE e.lease_name = ${text(:role, 64)}

--- executor-write
-- By the term itself, under its fence.
${counted}
UPDATE ${submission}executors
   SET executor_role = ${text(:executor, 64)}, lease_epoch = :epoch, holder_id = ${text(:holder, 128)},
       attempts = ${text(:attempts, 16)}, batches = batches + 1, changed_at = ${now}
 WHERE lease_name = ${text(:role, 64)}

--- executor-insert
INSERT INTO ${submission}executors (lease_name, executor_role, lease_epoch, holder_id, attempts, batches, changed_at)
VALUES (${text(:role, 64)}, ${text(:executor, 64)}, :epoch, ${text(:holder, 128)}, ${text(:attempts, 16)}, 0, ${now})

--- executor-enter
-- A term of a shard that is let in, as long as the leader of the role leaves attempts to shards; whoever ends that waits for it.
${counted}
UPDATE ${submission}executors
   SET batches = batches + 1
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch = :epoch AND attempts = 'in shards'

--- executor-act
-- Whoever shuts a term out waits for this, or this finds it done.
${counted}
UPDATE ${submission}executors
   SET batches = batches + 1
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch = :epoch AND holder_id = ${text(:holder, 128)} AND attempts = 'own'

--- executors-entered
-- trust_ms: for how long after it looks so a gate may still be open, if the lease is another's or has expired. A holder that left
-- had shut its gate.
SELECT e.lease_name, e.lease_epoch, e.holder_id,
       CASE WHEN l.lease_epoch = e.lease_epoch AND l.holder_id = e.holder_id AND ${not(l.released)} AND l.expires_at > ${now}
            THEN 0 ELSE 1 END AS is_over,
       CASE WHEN l.lease_epoch = e.lease_epoch AND l.holder_id = e.holder_id AND ${is(l.released)} THEN 0
            WHEN l.trust_ms > o.trust_ms THEN l.trust_ms ELSE COALESCE(o.trust_ms, 0) END AS trust_ms
  FROM ${submission}executors e
       LEFT JOIN ${baton}leases l ON l.lease_name = e.lease_name
       LEFT JOIN ${baton}leases o ON o.lease_name = e.executor_role
 WHERE e.executor_role = ${text(:role, 64)} AND e.lease_name <> ${text(:role, 64)} AND e.attempts = 'own'

--- executor-shut-out
-- A term that is over, but may not know it and have itself renewed: it starts nothing more.
${counted}
UPDATE ${submission}executors
   SET attempts = 'none', batches = batches + 1, changed_at = ${now}
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch = :epoch AND holder_id = ${text(:holder, 128)} AND attempts = 'own'

--- pause-renew
-- Unless somebody else's pause lasts longer; but none lasts for hours that was written by a clock which has not gone back since.
${counted}
UPDATE ${submission}pauses
   SET holder_id = ${text(:holder, 128)}, ends_at = ${later(${now}, :left_ms)}
 WHERE gateway = ${unicode(:gateway, 100)} AND (ends_at < ${later(${now}, :left_ms)} OR ends_at > ${later(${now}, 7200000)})

--- pause-insert
-- Nothing, if there is a row: two nodes may find the same at once.
INSERT INTO ${submission}pauses (gateway, holder_id, ends_at)
SELECT ${typed_unicode(:gateway, 100)}, ${typed_text(:holder, 128)}, ${later(${now}, :left_ms)}
  FROM ${submission}executors e
 WHERE e.lease_name = ${text(:role, 64)}
   AND NOT EXISTS (SELECT 1 FROM ${submission}pauses p WHERE p.gateway = ${unicode(:gateway, 100)})

SELECT a.intent_id AS subject, a.holder_id AS detail
  FROM ${schema}submission_attempts a
 WHERE EXISTS (SELECT 1 FROM ${baton}leader_events e
                WHERE e.lease_name = 'submission-manager-executor' AND e.lease_epoch = a.lease_epoch
                  AND e.event = 'acquired' AND e.holder_id <> a.holder_id)

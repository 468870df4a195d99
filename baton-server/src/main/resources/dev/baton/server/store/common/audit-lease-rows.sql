SELECT l.lease_name AS subject, l.lease_epoch AS detail
  FROM ${baton}leases l
 WHERE l.lease_epoch < (SELECT MAX(e.lease_epoch) FROM ${baton}leader_events e WHERE e.lease_name = l.lease_name)

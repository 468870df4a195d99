SELECT lease_name AS subject, lease_epoch AS detail FROM (
    SELECT lease_name, lease_epoch, LAG(lease_epoch) OVER (PARTITION BY lease_name ORDER BY id) AS earlier
      FROM ${baton}leader_events WHERE event = 'acquired') AS terms
 WHERE earlier >= lease_epoch

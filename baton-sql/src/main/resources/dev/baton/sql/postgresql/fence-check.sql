SELECT current_setting('transaction_isolation') AS isolation, pg_current_xact_id_if_assigned() IS NOT NULL AS late,
       l.holder_id, l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released AS expired,
       l.timeline IN (0, ${baton}timeline()) AS same_timeline
  FROM ${baton}leases l
 WHERE l.lease_name = :role

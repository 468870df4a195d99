--- fence-shared
SELECT holder_id, lease_epoch, @@transaction_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
  LOCK IN SHARE MODE

--- blockers
SELECT DISTINCT b.trx_mysql_thread_id
  FROM information_schema.innodb_trx r
  JOIN performance_schema.data_lock_waits w ON w.requesting_engine_transaction_id = r.trx_id
  JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_engine_transaction_id
  JOIN information_schema.processlist p ON p.id = b.trx_mysql_thread_id
 WHERE r.trx_mysql_thread_id = :waiting AND p.command = 'Sleep' AND p.time >= :idle_ms / 1000

--- fence-shared
SELECT holder_id, lease_epoch, @@transaction_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
  LOCK IN SHARE MODE

--- blockers
SELECT DISTINCT b.trx_mysql_thread_id, b.trx_started
  FROM information_schema.innodb_trx r
  JOIN performance_schema.data_lock_waits w ON w.requesting_engine_transaction_id = r.trx_id
  JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_engine_transaction_id
 WHERE r.trx_mysql_thread_id = :waiting AND CONCAT(@@hostname, ':', @@port) = :server
   AND NOT (b.trx_requested_lock_id <=> w.blocking_engine_lock_id)
   AND b.trx_started <= CONVERT_TZ(NOW(6), @@time_zone, 'SYSTEM') - INTERVAL (1000 + :age_ms) * 1000 MICROSECOND

--- fence-shared
SELECT holder_id, lease_epoch, @@tx_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
  LOCK IN SHARE MODE

--- transaction-mark
SAVEPOINT baton_fence

--- transaction-marked
RELEASE SAVEPOINT baton_fence

--- fence-create
INSERT INTO ${baton}fences (lease_name, holder_id, lease_epoch) VALUES (:role, '', 0)
ON DUPLICATE KEY UPDATE lease_epoch = lease_epoch

--- fence-exclusive-now
SELECT lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE NOWAIT

--- lock-timeout
SET SESSION innodb_lock_wait_timeout = :seconds

--- lock-timeout-read
SELECT @@innodb_lock_wait_timeout

--- blockers
SELECT DISTINCT b.trx_mysql_thread_id
  FROM information_schema.innodb_trx r
  JOIN information_schema.innodb_lock_waits w ON w.requesting_trx_id = r.trx_id
  JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id
  JOIN information_schema.processlist p ON p.id = b.trx_mysql_thread_id
 WHERE r.trx_mysql_thread_id = :waiting AND p.command = 'Sleep' AND p.time >= :idle_ms / 1000

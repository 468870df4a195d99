--- fence-shared
-- The look for a row that there never is locks nothing, but has InnoDB give the transaction a number: without, it counts as 0 among
-- those who hold somebody up, like every transaction that has written nothing, and nobody could tell which of them to end.
SELECT holder_id, lease_epoch, @@tx_isolation AS isolation,
       (SELECT COUNT(*) FROM ${baton}fences n WHERE n.lease_name = '' FOR UPDATE) AS numbered
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
-- Whoever was granted what this one waits for; not those who only wait before it. On this server alone: another one has
-- other sessions under the same numbers. InnoDB tells in whole seconds and in the server's own zone when it began. Those without a
-- number of their own, as writers of older programs may be, are told apart by whether they have locked any row.
SELECT DISTINCT b.trx_mysql_thread_id, b.trx_started
  FROM information_schema.innodb_trx r
  JOIN information_schema.innodb_lock_waits w ON w.requesting_trx_id = r.trx_id
  JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id
 WHERE r.trx_mysql_thread_id = :waiting AND CONCAT(@@hostname, ':', @@port) = :server
   AND NOT (b.trx_requested_lock_id <=> w.blocking_lock_id) AND (b.trx_id <> 0 OR b.trx_rows_locked > 0)
   AND b.trx_started <= CONVERT_TZ(NOW(6), @@time_zone, 'SYSTEM') - INTERVAL (1000 + :age_ms) * 1000 MICROSECOND

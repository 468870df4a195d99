-- Why the fence was not simply open to this transaction.
SELECT current_setting('transaction_isolation') AS isolation, pg_current_xact_id_if_assigned() IS NOT NULL AS written,
       EXISTS (SELECT 1
                 FROM pg_locks l
                WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid() AND l.mode = 'ShareLock' AND l.granted
                  AND l.objsubid = 1
                  AND l.classid::bigint = (:fence_key >> 32) & 4294967295
                  AND l.objid::bigint = :fence_key & 4294967295) AS held

-- Least privilege on MySQL with Galera (Percona XtraDB Cluster), for two accounts:
--   baton_leader  the leadership session (Baton.on(…).leadership(…), database.leadership_user)
--   baton_app     the program's own transactions, and so the fenced ones
-- Run as an administrator, in the database of Baton's tables, after the schema was applied; the accounts exist.
-- One account for both gets both halves. Add the hosts that your accounts are restricted to.

GRANT SELECT ON baton_schema TO baton_leader;
GRANT SELECT, INSERT, UPDATE ON baton_leases TO baton_leader;
GRANT SELECT, INSERT, UPDATE ON baton_fences TO baton_leader;
GRANT SELECT, INSERT ON baton_leader_events TO baton_leader;
GRANT SELECT ON baton_nodes TO baton_leader;
GRANT SELECT ON baton_candidates TO baton_leader;

GRANT SELECT ON baton_leases TO baton_app;
GRANT SELECT, UPDATE ON baton_fences TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_nodes TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_candidates TO baton_app;

-- A writer of baton_app that is paused in a fenced transaction, or goes on and on, holds up a takeover. With these three the
-- next leader sees and ends it after half a lease. The self-test demands them. One account for both needs no CONNECTION_ADMIN.
GRANT PROCESS ON *.* TO baton_leader;
GRANT CONNECTION_ADMIN ON *.* TO baton_leader;
GRANT SELECT ON performance_schema.data_lock_waits TO baton_leader;

-- Least privilege on SQL Server, for two accounts, each a login with a user of the same name in this database:
--   baton_leader  the leadership session (Baton.on(…).leadership(…), database.leadership_user)
--   baton_app     the program's own transactions, and so the fenced ones
-- Run as the owner of the database, after the schema was applied. One account for both gets both halves.

GRANT SELECT ON baton_schema TO baton_leader;
GRANT SELECT, INSERT, UPDATE ON baton_leases TO baton_leader;
GRANT SELECT, INSERT ON baton_leader_events TO baton_leader;
GRANT SELECT ON baton_nodes TO baton_leader;
GRANT SELECT ON baton_candidates TO baton_leader;

GRANT SELECT ON baton_leases TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_nodes TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_candidates TO baton_app;

-- Everybody may call sp_getapplock and APPLOCK_MODE.

-- To end the session of a writer that holds up a takeover, and to evict a dead leader's session. The self-test demands it
-- with every strategy. In master, as an administrator:
--   GRANT VIEW SERVER STATE TO baton_leader;      -- from SQL Server 2022 on VIEW SERVER PERFORMANCE STATE is enough
--   GRANT ALTER ANY CONNECTION TO baton_leader;
-- On Azure SQL Database, in this database instead:
--   GRANT VIEW DATABASE STATE TO baton_leader;
--   GRANT KILL DATABASE CONNECTION TO baton_leader;
-- At the service objectives Basic, S0 and S1, and in elastic pools, Azure shows this state to the server's administrators and
-- to members of ##MS_ServerStateReader## only. In master, in place of VIEW DATABASE STATE:
--   ALTER SERVER ROLE ##MS_ServerStateReader## ADD MEMBER baton_leader;

-- Least privilege on Babelfish, for two accounts, each a login with a user of the same name in this database:
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

-- Only a sysadmin may end sessions on Babelfish: that of a writer that holds up a takeover, that of a dead leader. The
-- self-test demands it with every strategy.
ALTER SERVER ROLE sysadmin ADD MEMBER baton_leader;

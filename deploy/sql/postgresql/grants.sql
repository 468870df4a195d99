-- Least privilege on PostgreSQL, for two accounts:
--   baton_leader  the leadership session (Baton.on(…).leadership(…), database.leadership_user)
--   baton_app     the program's own transactions, and so the fenced ones
-- Run as the owner of Baton's tables, in their schema, after the schema was applied; the accounts exist.
-- One account for both gets both halves.

GRANT SELECT ON baton_schema TO baton_leader;
GRANT SELECT, INSERT, UPDATE ON baton_leases TO baton_leader;
GRANT SELECT, INSERT ON baton_leader_events TO baton_leader;
GRANT SELECT ON baton_nodes, baton_candidates TO baton_leader;
GRANT EXECUTE ON FUNCTION baton_timeline() TO baton_leader;

GRANT SELECT ON baton_leases TO baton_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_nodes, baton_candidates TO baton_app;
GRANT EXECUTE ON FUNCTION baton_timeline() TO baton_app;

-- Nothing is needed for LISTEN, NOTIFY and advisory locks.
-- Nothing is needed to evict a dead leader's session as long as every instance uses the same baton_leader: an account
-- sees and ends its own sessions. With an account for each instance they need this as well:
--   GRANT pg_signal_backend, pg_read_all_stats TO baton_leader;
-- Paused writers are ended by the server's own time-outs, which every fenced transaction sets for itself.

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
-- Paused writers are ended by the server's own time-outs, which every fenced transaction sets for itself. Those that go on
-- with one short statement after the other hold up a takeover until the next leader ends their sessions, after half a
-- lease, and the sessions of baton_app are not its own. The self-test demands both. As an administrator:
GRANT pg_signal_backend, pg_read_all_stats TO baton_leader;

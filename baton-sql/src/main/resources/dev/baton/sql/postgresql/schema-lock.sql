SELECT pg_advisory_xact_lock(hashtextextended('${baton}schema', 0))

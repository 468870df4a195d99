SELECT pg_advisory_lock(hashtextextended('${baton}schema', 0))

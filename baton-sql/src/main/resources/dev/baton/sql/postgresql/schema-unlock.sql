SELECT pg_advisory_unlock(hashtextextended('${baton}schema', 0))

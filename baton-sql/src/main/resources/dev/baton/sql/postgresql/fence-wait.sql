SELECT pg_advisory_xact_lock_shared(:fence_key)

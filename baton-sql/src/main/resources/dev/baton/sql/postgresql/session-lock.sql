SELECT pg_advisory_lock(:scope_key)

SELECT pg_advisory_unlock(:scope_key)

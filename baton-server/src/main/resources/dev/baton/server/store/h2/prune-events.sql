DELETE FROM ${baton}leader_events WHERE at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

DELETE FROM ${baton}leader_events WHERE at < DATEADD('MILLISECOND', -:age_ms, CURRENT_TIMESTAMP(6))

SELECT MAX(id) FROM ${baton}leader_events

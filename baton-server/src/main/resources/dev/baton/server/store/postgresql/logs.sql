-- PostgreSQL deletes without a limit only.

--- prune-logs
DELETE FROM ${baton}run_logs
 WHERE ctid IN (SELECT ctid FROM ${baton}run_logs WHERE written_at < ${earlier(${now}, :age_ms)} LIMIT :at_most)

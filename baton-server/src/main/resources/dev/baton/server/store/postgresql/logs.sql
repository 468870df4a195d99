-- PostgreSQL deletes no more than so many rows by naming their places.

--- prune-logs
DELETE FROM ${baton}run_logs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}run_logs WHERE written_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

-- PostgreSQL deletes no more than so many rows by naming their places.

--- prune-sessions
DELETE FROM ${baton}sessions WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}sessions WHERE created_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

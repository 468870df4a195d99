-- PostgreSQL deletes no more than so many rows by naming their places.

--- prune-completions
DELETE FROM ${baton}completions WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}completions WHERE asked_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

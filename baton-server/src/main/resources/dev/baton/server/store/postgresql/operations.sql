-- PostgreSQL deletes no more than so many rows by naming their places.

--- prune-commands
DELETE FROM ${baton}commands WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}commands WHERE asked_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-audit
DELETE FROM ${baton}audit WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}audit WHERE at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

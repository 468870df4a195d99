-- PostgreSQL deletes no more than so many rows by naming their places.

--- samples-prune
DELETE FROM ${baton}metric_samples WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}metric_samples WHERE at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

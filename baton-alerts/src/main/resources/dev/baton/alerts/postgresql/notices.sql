-- PostgreSQL deletes no more than so many rows by naming their places.

--- notices-prune
DELETE FROM ${baton}alert_notices WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}alert_notices
        WHERE state IN ('sent', 'failed') AND created_at < ${earlier(clock_timestamp(), :age_ms)}
        LIMIT :at_most))

-- PostgreSQL deletes no more than so many rows by naming their places.

--- prune-audit
DELETE FROM ${baton}audit WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}audit WHERE at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-commands
DELETE FROM ${baton}commands WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}commands WHERE asked_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-completions
DELETE FROM ${baton}completions WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}completions WHERE asked_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-logs
DELETE FROM ${baton}run_logs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}run_logs WHERE written_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-sessions
DELETE FROM ${baton}sessions WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}sessions WHERE created_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

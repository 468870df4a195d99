--- intents-estimate
-- What the planner believes: as of the last ANALYZE, which autovacuum does.
SELECT s.status, c.reltuples * s.share AS intents
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_stats t ON t.schemaname = n.nspname AND t.tablename = c.relname AND t.attname = 'status'
 CROSS JOIN LATERAL unnest(CAST(CAST(t.most_common_vals AS text) AS text[]), t.most_common_freqs) AS s(status, share)
 WHERE c.oid = to_regclass('${submission}intents') AND c.reltuples > 0

--- prune-events
-- No more than so many rows, by naming their places.
DELETE FROM ${baton}leader_events WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}leader_events
        WHERE lease_name = :role AND lease_epoch < :epoch AND at < ${earlier(clock_timestamp(), :age_ms)}
        LIMIT :at_most))

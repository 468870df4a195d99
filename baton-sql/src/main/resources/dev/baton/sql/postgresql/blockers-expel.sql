-- Chosen first, ended then: a planner may evaluate what stands in one WHERE in any order, also before a join.
WITH blocker AS MATERIALIZED (
    SELECT DISTINCT a.pid
      FROM pg_locks l
     CROSS JOIN LATERAL unnest(pg_blocking_pids(l.pid)) AS b(pid)
      JOIN pg_stat_activity a ON a.pid = b.pid
     WHERE l.locktype = 'advisory' AND l.mode = 'ExclusiveLock' AND NOT l.granted AND l.objsubid = 1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND l.classid::bigint = (:waiting >> 32) & 4294967295
       AND l.objid::bigint = :waiting & 4294967295
       AND a.xact_start <= clock_timestamp() - :age_ms * interval '1 millisecond'
)
SELECT pid FROM blocker WHERE pg_terminate_backend(pid)

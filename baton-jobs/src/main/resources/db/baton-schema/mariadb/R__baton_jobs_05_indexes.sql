-- Part of Baton's schema, to be run once. Never changed after a release.

SET @baton_step = (SELECT CASE WHEN COUNT(*) > 0 THEN 'ALTER TABLE baton_jobs DROP KEY baton_jobs_running,
       DROP KEY baton_jobs_next,
       DROP KEY baton_jobs_lanes, ADD KEY baton_jobs_lanes (queue),
       DROP KEY baton_jobs_ended, ADD KEY baton_jobs_ended (finished_at)' ELSE 'DO 0' END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_jobs' AND index_name = 'baton_jobs_running');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 5, 1, 'jobs-5-indexes');

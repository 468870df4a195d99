-- Part of Baton's schema, to be run once. Never changed after a release.

SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'ALTER TABLE baton_job_runs ADD COLUMN queue varchar(64)' ELSE 'DO 0' END
  FROM information_schema.columns
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_job_runs' AND column_name = 'queue');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');

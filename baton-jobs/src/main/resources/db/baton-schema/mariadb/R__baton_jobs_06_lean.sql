-- Part of Baton's schema, to be run once. Never changed after a release.

SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'DO 0' ELSE CONCAT('ALTER TABLE baton_jobs DROP KEY baton_jobs_lanes,
       DROP KEY baton_jobs_ended,
       DROP KEY baton_jobs_crons, ADD KEY baton_jobs_crons (queue, cron, finished_at, next_run_time)',
       CASE WHEN (SELECT COUNT(*) FROM (SELECT id FROM baton_jobs LIMIT 200001) few) <= 200000
                 AND NOT EXISTS (SELECT id FROM baton_jobs
                                  WHERE id <> CONVERT(id USING ascii) OR parent_id <> CONVERT(parent_id USING ascii)
                                     OR CONCAT_WS(' ', next_run_time, created_at, locked_at, run_started_at, last_run_time,
                                                  not_before, finished_at, scheduled_for, last_tick) LIKE '%-00%')
                 AND NOT EXISTS (SELECT table_name FROM information_schema.key_column_usage
                                  WHERE (referenced_table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                         AND referenced_table_name = 'baton_jobs')
                                     OR (table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                         AND table_name = 'baton_jobs' AND referenced_table_name IS NOT NULL))
                 AND NOT EXISTS (SELECT table_name FROM information_schema.tables
                                  WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                    AND table_name = 'baton_jobs' AND data_length > 536870912)
            THEN ', MODIFY id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT (uuid()),
       MODIFY parent_id char(36) CHARACTER SET ascii COLLATE ascii_bin' ELSE '' END) END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_jobs' AND index_name = 'baton_jobs_ended');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');

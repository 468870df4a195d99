-- oldest program: 1
-- One index serves what is looked for now and then, instead of three that every job is stored in and removed from: queues, and in each
-- of them crons, what has ended by the time at which it did, and what has not by the time at which it is due. It keeps the name by
-- which older programs call it.
-- And every id is looked for in trees by its 36 characters, which are compared several times as fast as bytes. For that all rows are
-- written anew while others wait: so a large table keeps its ids as they are, and so does one with an id that has other letters, or with a
-- day that is none, which a strict server would not write anew, or one to which somebody else's table refers, whose ids would have to
-- change as well. All of them work, and whoever wants may change them later.
-- In one statement, and only if a step that was cut off has not done it: MySQL has no shorter way to say so.
SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'DO 0' ELSE CONCAT('ALTER TABLE ${baton}jobs DROP KEY ${baton_name}jobs_lanes,
       DROP KEY ${baton_name}jobs_ended,
       DROP KEY ${baton_name}jobs_crons, ADD KEY ${baton_name}jobs_crons (queue, cron, finished_at, next_run_time)',
       CASE WHEN (SELECT COUNT(*) FROM (SELECT id FROM ${baton}jobs LIMIT 200001) few) <= 200000
                 AND NOT EXISTS (SELECT id FROM ${baton}jobs
                                  WHERE id <> CONVERT(id USING ascii) OR parent_id <> CONVERT(parent_id USING ascii)
                                     OR CONCAT_WS(' ', next_run_time, created_at, locked_at, run_started_at, last_run_time,
                                                  not_before, finished_at, scheduled_for, last_tick) LIKE '%-00%')
                 AND NOT EXISTS (SELECT table_name FROM information_schema.key_column_usage
                                  WHERE (referenced_table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
                                         AND referenced_table_name = '${baton_name}jobs')
                                     OR (table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
                                         AND table_name = '${baton_name}jobs' AND referenced_table_name IS NOT NULL))
                 AND NOT EXISTS (SELECT table_name FROM information_schema.tables
                                  WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
                                    AND table_name = '${baton_name}jobs' AND data_length > 536870912)
            THEN ', MODIFY id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT (uuid()),
       MODIFY parent_id char(36) CHARACTER SET ascii COLLATE ascii_bin' ELSE '' END) END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
   AND table_name = '${baton_name}jobs' AND index_name = '${baton_name}jobs_ended');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

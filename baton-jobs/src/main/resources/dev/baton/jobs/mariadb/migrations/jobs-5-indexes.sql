-- oldest program: 1
-- Every index has every row in it here, so each claim changes those that begin with the status or have the worker's name. Now that
-- of due jobs alone does. The index of crons has the others as well, by their times: it tells when the next one will be due.
-- In one statement, and only if a step that was cut off has not done it: MySQL has no shorter way to say so.
SET @baton_step = (SELECT CASE WHEN COUNT(*) > 0 THEN 'ALTER TABLE ${baton}jobs DROP KEY ${baton_name}jobs_running,
       DROP KEY ${baton_name}jobs_next,
       DROP KEY ${baton_name}jobs_lanes, ADD KEY ${baton_name}jobs_lanes (queue),
       DROP KEY ${baton_name}jobs_ended, ADD KEY ${baton_name}jobs_ended (finished_at)' ELSE 'DO 0' END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
   AND table_name = '${baton_name}jobs' AND index_name = '${baton_name}jobs_running');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

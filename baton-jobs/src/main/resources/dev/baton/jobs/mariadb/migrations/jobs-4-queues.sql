-- oldest program: 1
-- A one-off job that has ended leaves its runs alone: they say for whom it was.
-- Only if it is missing, as a step that was cut off may have made it: MySQL has no shorter way to say so.
SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'ALTER TABLE ${baton}job_runs ADD COLUMN queue varchar(64)' ELSE 'DO 0' END
  FROM information_schema.columns
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
   AND table_name = '${baton_name}job_runs' AND column_name = 'queue');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

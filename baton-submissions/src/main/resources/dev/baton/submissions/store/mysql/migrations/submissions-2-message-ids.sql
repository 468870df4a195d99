-- oldest program: 1
-- What the far side calls the message, for whoever asks there about it.
-- Here a column cannot be added "if it is not there", and every change of a table is a commit: a start that dies between
-- the change and its record would leave tables that no start can bring up to date.
SET @baton_change = (SELECT CASE WHEN COUNT(*) = 0
    THEN 'ALTER TABLE ${submission}attempts ADD COLUMN gateway_message_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
    ELSE 'DO 0' END
  FROM information_schema.columns
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE())
   AND table_name = '${submission_name}attempts' AND column_name = 'gateway_message_id');

PREPARE baton_change FROM @baton_change;

EXECUTE baton_change;

DEALLOCATE PREPARE baton_change;

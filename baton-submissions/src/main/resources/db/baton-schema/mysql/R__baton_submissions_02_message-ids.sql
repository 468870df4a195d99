-- Part of Baton's schema, to be run once. Never changed after a release.

SET @baton_change = (SELECT CASE WHEN COUNT(*) = 0
    THEN 'ALTER TABLE submission_attempts ADD COLUMN gateway_message_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
    ELSE 'DO 0' END
  FROM information_schema.columns
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'submission_attempts' AND column_name = 'gateway_message_id');

PREPARE baton_change FROM @baton_change;

EXECUTE baton_change;

DEALLOCATE PREPARE baton_change;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 2, 1, 'submissions-2-message-ids');

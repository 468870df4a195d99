--- notices-due
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= UTC_TIMESTAMP(6)
 ORDER BY created_at, alert_name, notifier

--- notice-insert
INSERT INTO ${baton}alert_notices (alert_name, fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text, reading, created_at, lease_epoch, holder_id)
VALUES (:alert, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND, :transition, :notifier, 'due', 0, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND, :severity, :rule, :reading, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND, :epoch, :holder)

--- notice-sending
UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notice-ended
UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next_us) MICROSECOND, ended_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND, error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notices-prune
DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND

--- notices-due
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= CURRENT_TIMESTAMP(6)
 ORDER BY created_at, alert_name, notifier

--- notice-insert
INSERT INTO ${baton}alert_notices (alert_name, fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text, reading, created_at, lease_epoch, holder_id)
VALUES (:alert, DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :transition, :notifier, 'due', 0, DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :severity, :rule, :reading, DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :epoch, :holder)

--- notice-sending
UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notice-ended
UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = DATEADD('MICROSECOND', :next_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), ended_at = DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notices-prune
DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')

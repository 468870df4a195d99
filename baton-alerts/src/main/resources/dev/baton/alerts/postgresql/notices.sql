--- notices-due
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= clock_timestamp()
 ORDER BY created_at, alert_name, notifier

--- notice-insert
INSERT INTO ${baton}alert_notices (alert_name, fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text, reading, created_at, lease_epoch, holder_id)
VALUES (:alert, timestamptz 'epoch' + :fired_us * interval '1 microsecond', :transition, :notifier, 'due', 0, timestamptz 'epoch' + :now_us * interval '1 microsecond', :severity, :rule, :reading, timestamptz 'epoch' + :now_us * interval '1 microsecond', :epoch, :holder)

--- notice-sending
UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond' AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notice-ended
UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = timestamptz 'epoch' + :next_us * interval '1 microsecond', ended_at = timestamptz 'epoch' + :now_us * interval '1 microsecond', error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond' AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notices-prune
DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'

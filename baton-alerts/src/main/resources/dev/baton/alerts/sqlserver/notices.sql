--- notices-due
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= SYSUTCDATETIME()
 ORDER BY created_at, alert_name, notifier

--- notice-insert
INSERT INTO ${baton}alert_notices (alert_name, fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text, reading, created_at, lease_epoch, holder_id)
VALUES (:alert, DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), :transition, :notifier, 'due', 0, DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), :severity, :rule, :reading, DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), :epoch, :holder)

--- notice-sending
UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))) AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notice-ended
UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = DATEADD(MICROSECOND, (:next_us) % 1000000, DATEADD(SECOND, (:next_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), ended_at = DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))) AND transition = :transition AND notifier = :notifier AND attempts = :attempts

--- notices-prune
DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000, CAST('1970-01-01' AS datetime2(7))))

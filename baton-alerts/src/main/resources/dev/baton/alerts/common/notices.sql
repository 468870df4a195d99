--- notices-latest
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at, ended_at, error
  FROM ${baton}alert_notices
 ORDER BY created_at DESC, alert_name, notifier

--- notices-due
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= ${now}
 ORDER BY created_at, alert_name, notifier

--- notice-insert
INSERT INTO ${baton}alert_notices (alert_name, fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text, reading, created_at, lease_epoch, holder_id)
VALUES (:alert, ${instant(:fired_us)}, :transition, :notifier, 'due', 0, ${instant(:now_us)}, :severity, :rule, :reading,
        ${instant(:now_us)}, :epoch, :holder)

--- notice-sending
${counted}
UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = ${instant(:fired_us)} AND transition = :transition AND notifier = :notifier
   AND attempts = :attempts

--- notice-ended
UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = ${instant(:next_us)}, ended_at = ${instant(:now_us)}, error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = ${instant(:fired_us)} AND transition = :transition AND notifier = :notifier
   AND attempts = :attempts

--- notices-prune
DELETE ${top(:at_most)} FROM ${baton}alert_notices
${output_deleted(alert_name)}
 WHERE state IN ('sent', 'failed') AND created_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

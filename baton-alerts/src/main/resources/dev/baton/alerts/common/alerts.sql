--- alerts-list
SELECT alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id
  FROM ${baton}alerts
 ORDER BY alert_name

--- alert-insert
INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, ${instant(:since_us)}, ${instant(:fired_us)}, ${instant(:now_us)},
        :epoch, :holder)

--- alert-update
UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = ${instant(:since_us)}, fired_at = ${instant(:fired_us)}, evaluated_at = ${instant(:now_us)},
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

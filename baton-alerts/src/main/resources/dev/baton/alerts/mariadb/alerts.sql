--- now
SELECT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) AS now_us

--- alert-insert
INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND, :epoch, :holder)

--- alert-update
UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND, fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND, evaluated_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

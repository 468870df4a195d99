--- now
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS now_us

--- alert-insert
INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, timestamptz 'epoch' + :since_us * interval '1 microsecond', timestamptz 'epoch' + :fired_us * interval '1 microsecond', timestamptz 'epoch' + :now_us * interval '1 microsecond', :epoch, :holder)

--- alert-update
UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = timestamptz 'epoch' + :since_us * interval '1 microsecond', fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond', evaluated_at = timestamptz 'epoch' + :now_us * interval '1 microsecond',
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

--- now
SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AS now_us

--- alert-insert
INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :epoch, :holder)

--- alert-update
UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), evaluated_at = DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'),
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

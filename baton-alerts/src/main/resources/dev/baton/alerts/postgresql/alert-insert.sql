INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, timestamptz 'epoch' + :since_us * interval '1 microsecond', timestamptz 'epoch' + :fired_us * interval '1 microsecond', timestamptz 'epoch' + :now_us * interval '1 microsecond', :epoch, :holder)

UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = timestamptz 'epoch' + :since_us * interval '1 microsecond', fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond', evaluated_at = timestamptz 'epoch' + :now_us * interval '1 microsecond',
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

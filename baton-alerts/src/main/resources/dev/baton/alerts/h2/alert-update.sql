UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), evaluated_at = DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'),
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND, fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND, evaluated_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

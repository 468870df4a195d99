--- now
SELECT DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), SYSUTCDATETIME()) AS now_us

--- alert-insert
INSERT INTO ${baton}alerts (alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id)
VALUES (:alert, :state, :severity, :rule, :notify, :reading, DATEADD(MICROSECOND, (:since_us) % 1000000, DATEADD(SECOND, (:since_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), :epoch, :holder)

--- alert-update
UPDATE ${baton}alerts
   SET state = :state, severity = :severity, rule_text = :rule, notify = :notify, reading = :reading,
       since = DATEADD(MICROSECOND, (:since_us) % 1000000, DATEADD(SECOND, (:since_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), fired_at = DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), evaluated_at = DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))),
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert

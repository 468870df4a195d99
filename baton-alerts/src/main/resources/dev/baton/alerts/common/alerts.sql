--- alerts-list
SELECT alert_name, state, severity, rule_text, notify, reading, since, fired_at, evaluated_at, lease_epoch, holder_id
  FROM ${baton}alerts
 ORDER BY alert_name

--- notices-latest
SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at, ended_at, error
  FROM ${baton}alert_notices
 ORDER BY created_at DESC, alert_name, notifier

SELECT alert_name, fired_at, transition, notifier, state, attempts, severity, rule_text, reading, created_at
  FROM ${baton}alert_notices
 WHERE state IN ('due', 'sending') AND next_try_at <= CURRENT_TIMESTAMP(6)
 ORDER BY created_at, alert_name, notifier

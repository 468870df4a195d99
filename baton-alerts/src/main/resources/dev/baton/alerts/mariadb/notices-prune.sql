DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND

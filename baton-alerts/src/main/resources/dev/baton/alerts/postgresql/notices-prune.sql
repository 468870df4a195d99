DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'

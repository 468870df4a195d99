DELETE FROM ${baton}alert_notices WHERE state IN ('sent', 'failed') AND created_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')

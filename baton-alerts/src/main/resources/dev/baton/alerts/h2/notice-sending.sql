UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND transition = :transition AND notifier = :notifier AND attempts = :attempts

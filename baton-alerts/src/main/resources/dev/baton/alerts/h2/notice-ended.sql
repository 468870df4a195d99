UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = DATEADD('MICROSECOND', :next_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), ended_at = DATEADD('MICROSECOND', :now_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD('MICROSECOND', :fired_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND transition = :transition AND notifier = :notifier AND attempts = :attempts

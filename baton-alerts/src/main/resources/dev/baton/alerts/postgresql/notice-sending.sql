UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond' AND transition = :transition AND notifier = :notifier AND attempts = :attempts

UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND AND transition = :transition AND notifier = :notifier AND attempts = :attempts

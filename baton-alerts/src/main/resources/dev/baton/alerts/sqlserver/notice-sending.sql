UPDATE ${baton}alert_notices
   SET state = 'sending', attempts = attempts + 1, lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))) AND transition = :transition AND notifier = :notifier AND attempts = :attempts

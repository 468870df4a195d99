UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next_us) MICROSECOND, ended_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:now_us) MICROSECOND, error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:fired_us) MICROSECOND AND transition = :transition AND notifier = :notifier AND attempts = :attempts

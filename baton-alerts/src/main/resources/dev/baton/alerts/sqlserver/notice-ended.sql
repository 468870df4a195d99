UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = DATEADD(MICROSECOND, (:next_us) % 1000000, DATEADD(SECOND, (:next_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), ended_at = DATEADD(MICROSECOND, (:now_us) % 1000000, DATEADD(SECOND, (:now_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = DATEADD(MICROSECOND, (:fired_us) % 1000000, DATEADD(SECOND, (:fired_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))) AND transition = :transition AND notifier = :notifier AND attempts = :attempts

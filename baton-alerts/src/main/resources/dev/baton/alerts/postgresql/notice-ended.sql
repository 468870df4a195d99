UPDATE ${baton}alert_notices
   SET state = :state, next_try_at = timestamptz 'epoch' + :next_us * interval '1 microsecond', ended_at = timestamptz 'epoch' + :now_us * interval '1 microsecond', error = :error,
       lease_epoch = :epoch, holder_id = :holder
 WHERE alert_name = :alert AND fired_at = timestamptz 'epoch' + :fired_us * interval '1 microsecond' AND transition = :transition AND notifier = :notifier AND attempts = :attempts

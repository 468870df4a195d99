UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, created_at + INTERVAL CAST(:max_acceptance_ms AS signed) * 1000 MICROSECOND),
       last_modified_at = UTC_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

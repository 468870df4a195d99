UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, DATEADD('MILLISECOND', CAST(:max_acceptance_ms AS bigint), created_at)),
       last_modified_at = CURRENT_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, DATEADD(MILLISECOND, CAST(CAST(:max_acceptance_ms AS bigint) % 1000 AS int), DATEADD(SECOND, CAST(CAST(:max_acceptance_ms AS bigint) / 1000 AS int), created_at))),
       last_modified_at = SYSUTCDATETIME(), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

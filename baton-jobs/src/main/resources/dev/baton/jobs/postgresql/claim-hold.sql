SELECT set_config('idle_in_transaction_session_timeout', :bound_ms, true)
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
   FOR SHARE

DELETE FROM ${baton}job_workers WHERE holder_id = :worker

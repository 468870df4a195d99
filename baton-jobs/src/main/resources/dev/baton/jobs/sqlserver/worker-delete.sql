DELETE FROM ${baton}job_workers WHERE holder_id = CAST(:worker AS varchar(128))

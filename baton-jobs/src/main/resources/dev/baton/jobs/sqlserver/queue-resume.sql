DELETE FROM ${baton}job_queues WHERE queue = CAST(:queue AS varchar(64))

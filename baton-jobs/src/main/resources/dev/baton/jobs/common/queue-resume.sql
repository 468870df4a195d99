DELETE FROM ${baton}job_queues WHERE queue = :queue

SELECT queue FROM ${baton}job_queues ORDER BY queue

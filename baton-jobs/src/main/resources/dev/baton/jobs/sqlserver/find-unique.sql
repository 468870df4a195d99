SELECT id FROM ${baton}jobs WHERE job_name = CAST(:job AS varchar(128)) AND unique_key = CAST(:unique_key AS varchar(200))

--- find-unique
SELECT id FROM ${baton}jobs WHERE job_name = :job AND unique_key = :unique_key

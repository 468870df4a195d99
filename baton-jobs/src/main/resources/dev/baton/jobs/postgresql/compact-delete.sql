DELETE FROM ${baton}job_runs WHERE finished_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'

-- A recurring job to try things with: the handler 'sample' every ten minutes, counted from the start of each run.
INSERT INTO baton_jobs (id, job_name, handler, payload, interval_ms, lock_timeout_ms)
VALUES ('40469771-773e-3b1f-8e77-6008cf5dfbb1', 'sample-recurring', 'sample', '{"delayMillis": 5000}', 600000, 120000);

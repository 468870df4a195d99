-- oldest program: 1
-- A one-off job that has ended leaves its runs alone: they say for whom it was.
ALTER TABLE ${baton}job_runs ADD COLUMN IF NOT EXISTS queue varchar(64);

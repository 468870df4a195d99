-- oldest program: 1
-- A one-off job that has ended leaves its runs alone: they say for whom it was.
ALTER TABLE ${baton}job_runs ADD COLUMN queue varchar(64) COLLATE "C";

-- oldest program: 1
-- A one-off job that has ended leaves its runs alone: they say for whom it was.
ALTER TABLE ${baton}job_runs ADD queue varchar(64) COLLATE Latin1_General_BIN2 NULL;

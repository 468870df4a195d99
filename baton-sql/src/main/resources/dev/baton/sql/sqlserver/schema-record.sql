INSERT INTO ${baton}schema (component, version, oldest_program, name)
VALUES (CAST(:component AS varchar(32)), :version, :oldest_program, CAST(:name AS varchar(100)))

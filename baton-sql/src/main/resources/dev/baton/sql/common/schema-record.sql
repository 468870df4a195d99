INSERT INTO ${baton}schema (component, version, oldest_program, name)
VALUES (:component, :version, :oldest_program, :name)

SELECT CASE WHEN to_regclass('${baton}schema') IS NULL THEN 0 ELSE 1 END

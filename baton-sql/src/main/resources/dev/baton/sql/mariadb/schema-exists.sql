SELECT COUNT(*)
  FROM information_schema.tables
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE()) AND table_name = '${baton_name}schema'

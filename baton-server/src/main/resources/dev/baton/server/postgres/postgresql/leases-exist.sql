SELECT 1 FROM pg_class WHERE oid = to_regclass('${baton}leases')

SELECT GET_LOCK(
    CONCAT('baton:schema:', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)),
    :patience_s)

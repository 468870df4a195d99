SELECT GET_LOCK(
    CONCAT(:lock, ':', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)),
    :patience_ms / 1000)

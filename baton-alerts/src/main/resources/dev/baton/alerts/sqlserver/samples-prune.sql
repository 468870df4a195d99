DELETE FROM ${baton}metric_samples WHERE at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000, CAST('1970-01-01' AS datetime2(7))))

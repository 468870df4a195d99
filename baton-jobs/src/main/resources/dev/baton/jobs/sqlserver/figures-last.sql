SELECT DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), MAX(at)) AS at_us FROM ${baton}job_figures

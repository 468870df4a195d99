SELECT clock_timestamp() AS database_time

SELECT CONCAT(CONNECTION_ID(), '@', UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED))
  FROM performance_schema.global_status
 WHERE variable_name = 'Uptime'

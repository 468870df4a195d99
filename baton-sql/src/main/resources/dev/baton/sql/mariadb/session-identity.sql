SELECT CONCAT(CONNECTION_ID(), '@', UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED))
  FROM information_schema.global_status
 WHERE variable_name = 'UPTIME'

SELECT VERSION() AS server_version, @@read_only AS is_read_only,
       (SELECT COUNT(*)
          FROM information_schema.global_variables
         WHERE variable_name = 'WSREP_ON' AND variable_value = 'ON') AS is_multi_primary

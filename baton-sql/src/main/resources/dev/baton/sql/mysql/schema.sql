--- server-state
SELECT VERSION() AS server_version, @@read_only OR @@super_read_only AS is_read_only,
       (SELECT COUNT(*)
          FROM performance_schema.global_variables
         WHERE variable_name = 'group_replication_single_primary_mode' AND variable_value = 'OFF') AS is_multi_primary

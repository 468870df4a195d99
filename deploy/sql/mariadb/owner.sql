-- MariaDB, MySQL and Galera: what baton_owner needs to apply the schema, before it does. As an administrator, with the
-- database of Baton's tables as the current one; the account exists. Where the binary log is on, the server lets only an
-- administrator make triggers, unless log_bin_trust_function_creators is on.
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES, TRIGGER ON * TO baton_owner;

SELECT @@innodb_lock_wait_timeout

SELECT @@SESSION.wait_timeout <= 60 AND @@SESSION.innodb_lock_wait_timeout <= 60 AS bounded

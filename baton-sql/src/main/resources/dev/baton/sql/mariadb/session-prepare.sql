SET SESSION wait_timeout = :idle_s, SESSION innodb_lock_wait_timeout = :call_s, SESSION lock_wait_timeout = :call_s

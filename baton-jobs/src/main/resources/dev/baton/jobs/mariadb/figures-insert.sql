INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:at_us) MICROSECOND, :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)

INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (DATEADD(MICROSECOND, (:at_us) % 1000000, DATEADD(SECOND, (:at_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))), CAST(:queue AS varchar(64)), :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, CAST(:holder AS varchar(128)))

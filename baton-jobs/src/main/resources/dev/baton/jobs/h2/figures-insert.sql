INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (DATEADD('MICROSECOND', :at_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)

INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (timestamptz 'epoch' + :at_us * interval '1 microsecond', :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)

-- What has ended is under its queue, those that are no crons, by the time at which it did: so queue by queue.

--- old-dead
SELECT id FROM ${baton}jobs
 WHERE queue = :queue AND cron IS NULL AND finished_at < ${earlier(${now}, :age_ms)} AND status = 'dead'
 LIMIT :at_most
 ${skip_locked}

--- old-ended
SELECT id FROM ${baton}jobs
 WHERE queue = :queue AND cron IS NULL AND finished_at < ${earlier(${now}, :age_ms)}
   AND status IN ('completed', 'cancelled') AND interval_ms IS NULL
 LIMIT :at_most
 ${skip_locked}

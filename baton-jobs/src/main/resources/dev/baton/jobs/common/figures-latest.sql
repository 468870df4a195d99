SELECT at, queue, waiting, due, running, dead, completed, failed, threads, busy
  FROM ${baton}job_figures
 WHERE at = (SELECT MAX(at) FROM ${baton}job_figures)
 ORDER BY queue

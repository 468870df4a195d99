package dev.baton.jobs.event;

import dev.baton.jobs.JobStatus;
import dev.baton.jobs.store.JobStore;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which jobs were freed. */
public final class ReclaimReport {

    private static final Logger LOG = LoggerFactory.getLogger(ReclaimReport.class);

    private ReclaimReport() {}

    public static void reportReclaimed(List<JobStore.Reclaimed> freed, JobListeners listeners) {
        for (JobStore.Reclaimed job : freed) {
            LOG.atWarn()
                    .addKeyValue("event", "job_reclaimed")
                    .addKeyValue("job", job.job())
                    .addKeyValue("job_id", job.id())
                    .addKeyValue("claim_number", job.claimNumber())
                    .addKeyValue("holder_id", job.lostBy())
                    .addKeyValue("reason", "its holder has not renewed the lock in time")
                    .log(
                            "job_reclaimed job={} id={} claim={} holder_id={} status={}",
                            job.job(),
                            job.id(),
                            job.claimNumber(),
                            job.lostBy(),
                            job.status().label());
            listeners.notifyListeners(l -> l.reclaimed(job.job(), job.id(), job.lostBy(), job.claimNumber()));
            if (job.status() == JobStatus.DEAD) {
                listeners.notifyListeners(
                        l -> l.dead(job.job(), job.id(), "its workers were lost, as often as it may be tried"));
            }
        }
    }
}

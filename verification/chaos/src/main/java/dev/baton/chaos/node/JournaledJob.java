package dev.baton.chaos.node;

import dev.baton.chaos.history.Journal;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import java.time.Duration;

/** Takes as long as its payload says, a number of milliseconds, and journals that it began and that it reached its end. */
final class JournaledJob implements JobHandler {

    private final Journal journal;

    JournaledJob(Journal journal) {
        this.journal = journal;
    }

    @Override
    public void run(JobContext context) throws InterruptedException {
        tell(context, "start");
        if (context.awaitCancelled(Duration.ofMillis(Long.parseLong(context.payload())))) {
            throw new InterruptedException("told to end");
        }
        tell(context, "done");
    }

    private void tell(JobContext context, String what) {
        journal.write(
                "J",
                context.token().jobId(),
                context.token().claimNumber(),
                context.token().holderId(),
                what,
                System.nanoTime());
    }
}

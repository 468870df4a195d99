package dev.baton.jobs.worker;

import dev.baton.jobs.JobSettings;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import java.util.Set;

/** What the threads of one worker share; made once, by {@link JobWorker}. */
record WorkerParts(
        JobDatabase database,
        JobSettings settings,
        JobHandlers handlers,
        Set<String> capabilities,
        HeldClaims claims,
        EndingWriter endings,
        ClaimWatchdog watchdog,
        HeartbeatSender heartbeats,
        DatabaseRetry retry,
        JobListeners listeners,
        Counters counters) {}

package dev.baton.jobs.event;

import java.time.Duration;

/** Tells whoever claims jobs that there may be some. */
public interface WorkAnnouncer {

    /** Work was committed: tells this process and the others. */
    void announceWork();

    /** The same a little later, for work that is perhaps not committed yet. */
    void announceWorkIn(Duration delay);
}

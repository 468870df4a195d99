package dev.baton.failures.scenario;

import dev.baton.failures.stage.IntentSide;
import dev.baton.failures.stage.JobSide;
import java.time.Duration;

/** Within what time things are done by what is documented. What a busy machine needs beyond that, the stage adds. */
final class Bounds {

    /** Leases and session leases of the stage's instances are shorter. */
    private static final Duration ANOTHER_LEADS = Duration.ofSeconds(6);

    private static final Duration LONGEST_RECLAIM_ROUND = Duration.ofSeconds(5);
    private static final Duration CLEANING_ROUND = Duration.ofMinutes(1);
    private static final Duration COMPACTION_ROUND = Duration.ofMinutes(10);

    /** A worker's next look, and before it the round that takes back what was left behind. */
    static final Duration JOBS = LONGEST_RECLAIM_ROUND.plus(JobSide.SETTINGS.pollInterval());

    /** Somebody leads, and the jobs that follow are done. */
    static final Duration TICKS = ANOTHER_LEADS.plus(JOBS);

    /** Somebody leads, and comes to clean up. */
    static final Duration PRUNED = ANOTHER_LEADS.plus(CLEANING_ROUND);

    /** Somebody leads, and comes to sum up. */
    static final Duration COMPACTED = ANOTHER_LEADS.plus(COMPACTION_ROUND);

    /** Somebody leads, and calls: delays of retries are milliseconds here. */
    static final Duration INTENTS = ANOTHER_LEADS.plusSeconds(1);

    /** Somebody leads and says who makes the attempts, whoever is gone is missed, somebody else leads its shards, and calls. */
    static final Duration SHARDS =
            ANOTHER_LEADS.multipliedBy(2).plus(IntentSide.ABSENT).plusSeconds(1);

    private Bounds() {}
}

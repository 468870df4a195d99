package dev.baton.jobs.store;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.BatchWrites;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees jobs that their workers left behind, some at a time, and goes on where it stopped: however many the database will
 * not have freed, or somebody holds, all others have their turn. Used by one thread.
 */
public final class StaleClaimReclaim {

    private static final Logger LOG = LoggerFactory.getLogger(StaleClaimReclaim.class);

    private String from = JobStore.FIRST_ID;

    /** Finds some, from an id on. */
    @FunctionalInterface
    public interface Look {
        JobStore.StaleClaims findStaleClaims(String from) throws SQLException;
    }

    /** Frees some, all or none: in a transaction of its own. */
    @FunctionalInterface
    public interface Freeing {
        List<JobStore.Reclaimed> reclaimJobs(List<JobStore.StaleClaim> stale) throws SQLException;
    }

    /** Answers with those that are free again. Those that are not are tried again after all others. */
    public List<JobStore.Reclaimed> reclaimNext(Dialect dialect, Look look, Freeing freeing) throws SQLException {
        JobStore.StaleClaims stale = look.findStaleClaims(from);
        from = stale.next();
        List<JobStore.Reclaimed> freed = new ArrayList<>();
        if (!stale.claims().isEmpty()) {
            BatchWrites.writeOrSplit(
                    stale.claims(),
                    dialect::isDataError,
                    batch -> freed.addAll(freeing.reclaimJobs(batch)),
                    (claim, error) -> LOG.error(
                            "job {} ({}) was left behind and cannot be freed: {}",
                            claim.id(),
                            claim.job(),
                            error.getMessage()));
        }
        return freed;
    }
}

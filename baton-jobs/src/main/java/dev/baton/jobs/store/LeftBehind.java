package dev.baton.jobs.store;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.BatchWrites;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees jobs that their workers left behind. One that the database will not have freed is left, and costs no other. */
public final class LeftBehind {

    private static final Logger LOG = LoggerFactory.getLogger(LeftBehind.class);

    private LeftBehind() {}

    /** Frees some, all or none: in a transaction of its own. */
    @FunctionalInterface
    public interface Freeing {
        List<JobStore.Reclaimed> reclaimJobs(List<JobStore.StaleClaim> stale) throws SQLException;
    }

    /** Answers with those that are free again. */
    public static List<JobStore.Reclaimed> reclaim(List<JobStore.StaleClaim> stale, Dialect dialect, Freeing freeing)
            throws SQLException {
        List<JobStore.Reclaimed> freed = new ArrayList<>();
        if (!stale.isEmpty()) {
            BatchWrites.writeOrSplit(
                    stale,
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

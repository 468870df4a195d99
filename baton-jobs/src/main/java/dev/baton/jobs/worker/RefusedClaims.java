package dev.baton.jobs.worker;

import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs although the database will not have some of them claimed, by a constraint or a trigger of the application's. A claim says
 * of many jobs only that one is refused: which one is found out by taking each by itself, and then it is passed over for a while. Used
 * by one thread.
 */
final class RefusedClaims {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedClaims.class);
    private static final Duration PASSED_OVER = Duration.ofMinutes(1);

    /** Nobody renews the locks of those that are taken before the last one is. */
    private static final int MOST_PER_ROUND = 100;

    private final JobDatabase database;
    private final BooleanSupplier stopping;
    private final PassedOver<UUID> refused;

    /** In which the last claim ended after it had taken something; null if it did not. */
    private SQLException errorForNextClaim;

    /** @param stopping whether nothing more is to be claimed */
    RefusedClaims(JobDatabase database, BooleanSupplier stopping) {
        this.database = database;
        this.stopping = stopping;
        this.refused = new PassedOver<>(database.stopwatch(), PASSED_OVER);
    }

    /**
     * All that could be claimed.
     *
     * @throws SQLException also if the claim before this one failed after it had taken something
     */
    List<ClaimedJob> claimJobs(JobStore store, Connection connection, JobStore.ClaimRequest wanted)
            throws SQLException {
        if (errorForNextClaim != null) {
            SQLException why = errorForNextClaim;
            errorForNextClaim = null;
            throw why;
        }
        JobStore.ClaimRequest others = wanted.passingOver(refused.all());
        try {
            return store.claimJobs(connection, others);
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e)) {
                throw e;
            }
            return takeEach(store, connection, others);
        }
    }

    /** Looks behind those that are refused, however many they are. */
    private List<ClaimedJob> takeEach(JobStore store, Connection connection, JobStore.ClaimRequest wanted)
            throws SQLException {
        List<ClaimedJob> taken = new ArrayList<>();
        boolean more = true;
        while (more && taken.isEmpty() && errorForNextClaim == null && !stopping.getAsBoolean()) {
            List<ClaimedJob> found =
                    store.findDueJobs(connection, wanted.upTo(MOST_PER_ROUND).passingOver(refused.all()));
            more = takeEach(store, connection, wanted, found, taken) && found.size() == MOST_PER_ROUND;
        }
        return taken;
    }

    /** False if no more can be passed over. */
    private boolean takeEach(
            JobStore store,
            Connection connection,
            JobStore.ClaimRequest wanted,
            List<ClaimedJob> found,
            List<ClaimedJob> taken)
            throws SQLException {
        List<ClaimedJob> culprits = new ArrayList<>();
        SQLException why = null;
        for (ClaimedJob job : found) {
            if (taken.size() == wanted.atMost() || stopping.getAsBoolean()) {
                break;
            }
            try {
                if (store.takeJob(connection, wanted, job)) {
                    taken.add(job);
                }
            } catch (SQLException e) {
                if (!database.dialect().isDataError(e)) {
                    keepForNextClaim(taken, e);
                    break;
                }
                culprits.add(job);
                why = e;
            }
        }
        return culprits.isEmpty() || passOver(culprits, why);
    }

    /**
     * Returns what was claimed so far and throws the error at the next claim: its handling also looks for claims whose answer was
     * lost.
     */
    private void keepForNextClaim(List<ClaimedJob> taken, SQLException why) throws SQLException {
        if (taken.isEmpty()) {
            throw why;
        }
        errorForNextClaim = why;
    }

    private boolean passOver(List<ClaimedJob> culprits, SQLException why) {
        ClaimedJob last = culprits.get(culprits.size() - 1);
        LOG.error(
                "{} job(s) cannot be claimed and are passed over for a minute, of the last one, {} ({}), the database says: {}",
                culprits.size(),
                last.id(),
                last.job(),
                why.getMessage());
        return culprits.stream().allMatch(job -> refused.add(job.id()));
    }
}

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
    private static final int ONE_BY_ONE = 100;

    private final JobDatabase database;
    private final PassedOver<UUID> refused;

    /** The error in which a claim ended that had taken something. */
    private SQLException brokenOff;

    RefusedClaims(JobDatabase database) {
        this.database = database;
        this.refused = new PassedOver<>(database.stopwatch(), PASSED_OVER);
    }

    /** All that could be claimed. */
    List<ClaimedJob> claimJobs(JobStore store, Connection connection, JobStore.ClaimRequest wanted)
            throws SQLException {
        if (brokenOff != null) {
            SQLException why = brokenOff;
            brokenOff = null;
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
        while (more && taken.isEmpty() && brokenOff == null) {
            List<ClaimedJob> found =
                    store.findDueJobs(connection, wanted.upTo(ONE_BY_ONE).passingOver(refused.all()));
            more = takeEach(store, connection, wanted, found, taken) && found.size() == ONE_BY_ONE;
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
            if (taken.size() == wanted.atMost()) {
                break;
            }
            try {
                if (store.takeJob(connection, wanted, job)) {
                    taken.add(job);
                }
            } catch (SQLException e) {
                if (!database.dialect().isDataError(e)) {
                    breakOff(taken, e);
                    break;
                }
                culprits.add(job);
                why = e;
            }
        }
        return culprits.isEmpty() || passOver(culprits, why);
    }

    /** What was taken until then is run; the next claim fails in place of this one, and so what may have been taken is looked for. */
    private void breakOff(List<ClaimedJob> taken, SQLException why) throws SQLException {
        if (taken.isEmpty()) {
            throw why;
        }
        brokenOff = why;
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

package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.PortableStore;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.sql.jdbc.Command;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sums up runs that are too old to be shown singly, by job, day and outcome, and removes them. Runs that a constraint of the user's keeps
 * from being removed are looked for one by one, and passed over for a while: they keep no others, nor end the term.
 */
final class CompactorDuty implements LeaderWork {

    private static final Logger LOG = LoggerFactory.getLogger(CompactorDuty.class);
    private static final Duration ROUND = Duration.ofMinutes(10);
    private static final Duration BREATH = Duration.ofMillis(20);
    private static final Duration PASSED_OVER = Duration.ofHours(1);
    private static final int AT_ONCE = 2_000;
    private static final int BY_NAME_AT_ONCE = 100;

    private final JobDatabase database;
    private final JobSettings settings;

    /** The key of its record. */
    private record Run(String jobId, long claim) {}

    CompactorDuty(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    @Override
    public void lead(Term term) throws InterruptedException, SQLException {
        PassedOver<Run> kept = new PassedOver<>(database.stopwatch(), PASSED_OVER);
        Duration wait = Duration.ZERO;
        while (!term.awaitOver(wait)) {
            boolean more = compact(term.gate().requireLeader(), kept);
            wait = more ? BREATH : ROUND;
        }
    }

    /** True if there may be more: no transaction is so large that it takes long. */
    private boolean compact(LeaderToken token, PassedOver<Run> kept) throws SQLException {
        if (!kept.all().isEmpty()) {
            return compactByName(token, kept);
        }
        try {
            return database.baton()
                            .<Long, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> compactSome(c, token))
                    >= AT_ONCE;
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e)) {
                throw e;
            }
            LOG.error("old runs cannot all be summed up: {}", e.getMessage());
            return compactByName(token, kept);
        }
    }

    private long compactSome(Connection c, LeaderToken token) throws SQLException {
        List<JobStore.RunSum> sums = database.store().takeOldRuns(c, before(c), AT_ONCE);
        add(c, sums, token);
        return sums.stream().mapToLong(JobStore.RunSum::runs).sum();
    }

    private long before(Connection c) throws SQLException {
        return PortableStore.micros(database.databaseTime(c).minus(settings.runRetention()));
    }

    /** True if there may be more, unless too many are kept for now. */
    private boolean compactByName(LeaderToken token, PassedOver<Run> kept) throws SQLException {
        List<Run> old = database.runWork(c -> find(c, kept.all()));
        List<Run> refused = new ArrayList<>();
        if (!old.isEmpty()) {
            BatchWrites.writeOrSplit(
                    old,
                    database.dialect()::isDataError,
                    some -> database.baton()
                            .<Integer, SQLException>fencedResult(
                                    token, FenceDemand.UNEXPIRED, c -> compactEach(c, some, token)),
                    (run, error) -> {
                        LOG.debug("{} is old and cannot be removed", run, error);
                        refused.add(run);
                    });
        }
        return refused.stream().allMatch(kept::add) && old.size() >= BY_NAME_AT_ONCE;
    }

    private List<Run> find(Connection c, Set<Run> kept) throws SQLException {
        return database
                .sql()
                .get("old-runs")
                .set("before_us", before(c))
                .set("at_most", BY_NAME_AT_ONCE + kept.size())
                .all(c, row -> new Run(row.getString("job_id"), row.getLong("claim_number")))
                .stream()
                .filter(run -> !kept.contains(run))
                .limit(BY_NAME_AT_ONCE)
                .toList();
    }

    private int compactEach(Connection c, List<Run> runs, LeaderToken token) throws SQLException {
        for (Run run : runs) {
            add(c, of(run, "compact-read-one").all(c, JobRows::runSum), token);
            of(run, "compact-delete-one").run(c);
        }
        return runs.size();
    }

    private Command of(Run run, String statement) throws SQLException {
        return database.sql().get(statement).set("id", run.jobId()).set("claim", run.claim());
    }

    private void add(Connection c, List<JobStore.RunSum> sums, LeaderToken token) throws SQLException {
        for (JobStore.RunSum sum : sums) {
            if (write(c, "compact-update", sum, token) == 0) {
                write(c, "compact-insert", sum, token);
            }
        }
    }

    private int write(Connection c, String statement, JobStore.RunSum sum, LeaderToken token) throws SQLException {
        return database.sql()
                .get(statement)
                .set("job", sum.job())
                .set("day", sum.day())
                .set("outcome", sum.outcome())
                .set("runs", sum.runs())
                .set("total_ms", sum.totalMillis())
                .set("longest_ms", sum.longestMillis())
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(c);
    }
}

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
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.RefusedRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Sums up runs that are too old to be shown singly, by job, day and outcome, and removes them. Runs that a constraint of the user's keeps
 * from being removed are looked for one by one, and passed over for a while: they keep no others, nor end the term.
 */
final class CompactorDuty implements LeaderWork {

    private static final Duration ROUND = Duration.ofMinutes(10);
    private static final Duration BREATH = Duration.ofMillis(20);
    private static final int AT_ONCE = 2_000;

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
        Dialect dialect = database.dialect();
        RefusedRows<Run> kept = new RefusedRows<>(database.stopwatch(), dialect::isDataError, dialect::isLockTimeout);
        Duration wait = Duration.ZERO;
        while (!term.awaitOver(wait)) {
            boolean more = compact(term.gate().requireLeader(), kept);
            wait = more ? BREATH : ROUND;
        }
    }

    /** True if there may be more: no transaction is so large that it takes long. */
    private boolean compact(LeaderToken token, RefusedRows<Run> kept) throws SQLException {
        return kept.remove("runs", false, () -> compactAtOnce(token), () -> compactByName(token, kept));
    }

    private boolean compactAtOnce(LeaderToken token) throws SQLException {
        return database.baton()
                        .<Long, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> compactSome(c, token))
                >= AT_ONCE;
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
    private boolean compactByName(LeaderToken token, RefusedRows<Run> kept) throws SQLException {
        List<Run> old = kept.find(atMost -> database.runWork(c -> find(c, atMost)));
        return kept.removeByName(
                        old,
                        some -> database.baton()
                                .<List<Run>, SQLException>fencedResult(
                                        token, FenceDemand.UNEXPIRED, c -> compactEach(c, some, token)))
                && old.size() >= RefusedRows.AT_ONCE;
    }

    private List<Run> find(Connection c, int atMost) throws SQLException {
        return database.sql()
                .get("old-runs")
                .set("before_us", before(c))
                .set("at_most", atMost)
                .all(c, row -> new Run(row.getString("job_id"), row.getLong("claim_number")));
    }

    private List<Run> compactEach(Connection c, List<Run> runs, LeaderToken token) throws SQLException {
        for (Run run : runs) {
            add(c, of(run, "compact-read-one").all(c, JobRows::runSum), token);
            of(run, "compact-delete-one").run(c);
        }
        return List.of();
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

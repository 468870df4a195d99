package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.PortableStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Sums up runs that are too old to be shown singly, by job, day and outcome, and removes them. */
final class CompactorDuty implements LeaderWork {

    private static final Duration ROUND = Duration.ofMinutes(10);
    private static final Duration BREATH = Duration.ofMillis(20);
    private static final int AT_ONCE = 2_000;

    private final JobDatabase database;
    private final JobSettings settings;

    CompactorDuty(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    @Override
    public void lead(Term term) throws InterruptedException, SQLException {
        Duration wait = Duration.ZERO;
        while (!term.awaitOver(wait)) {
            long runs = compact(term.gate().requireLeader());
            wait = runs < AT_ONCE ? ROUND : BREATH;
        }
    }

    /** How many runs were summed up, in one transaction: never so many that it takes long. */
    private long compact(LeaderToken token) throws SQLException {
        return database.baton().<Long, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> compact(c, token));
    }

    private long compact(Connection c, LeaderToken token) throws SQLException {
        long before = PortableStore.micros(database.databaseTime(c).minus(settings.runRetention()));
        List<JobStore.RunSum> sums = database.store().takeOldRuns(c, before, AT_ONCE);
        for (JobStore.RunSum sum : sums) {
            if (write(c, "compact-update", sum, token) == 0) {
                write(c, "compact-insert", sum, token);
            }
        }
        return sums.stream().mapToLong(JobStore.RunSum::runs).sum();
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

package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.JobDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Sums up runs that are too old to be shown singly, by job, day and outcome, and removes them. */
final class CompactorDuty implements LeaderWork {

    private static final Duration ROUND = Duration.ofMinutes(10);

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
            compact(term.gate().requireLeader());
            wait = ROUND;
        }
    }

    private record Sum(String job, String day, String outcome, long runs, long totalMillis, long longestMillis) {}

    /** How many sums were written. */
    int compact(LeaderToken token) throws SQLException {
        return database.baton()
                .<Integer, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> compact(c, token));
    }

    private int compact(Connection c, LeaderToken token) throws SQLException {
        long now = database.sql()
                .get("now")
                .plain()
                .first(c, row -> row.getLong(1))
                .orElseThrow();
        long before = now - settings.runRetention().toNanos() / 1_000;
        List<Sum> sums = database.sql()
                .get("compact-read")
                .set("before_us", before)
                .all(
                        c,
                        row -> new Sum(
                                row.getString("job_name"),
                                row.getString("run_day"),
                                row.getString("outcome"),
                                row.getLong("runs"),
                                row.getLong("total_ms"),
                                row.getLong("longest_ms")));
        for (Sum sum : sums) {
            if (write(c, "compact-update", sum, token) == 0) {
                write(c, "compact-insert", sum, token);
            }
        }
        database.sql().get("compact-delete").set("before_us", before).update(c);
        return sums.size();
    }

    private int write(Connection c, String statement, Sum sum, LeaderToken token) throws SQLException {
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

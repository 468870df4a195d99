package dev.baton.bench.fence;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.postgres.LockQueue;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.dialect.RoleKeys;
import java.time.Duration;

/** How long fenced writers hold up a takeover. */
public final class TakeoverBench implements Benchmark {

    private static final int WRITERS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "takeover";
    }

    @Override
    public String summary() {
        return "how long a takeover waits at the fence for 8 busy fenced writers";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.start()) {
            postgres.execute(FenceBench.TABLE);
            Sample waits = measure(postgres, 1, settings.rounds(30, 2), report);
            report.line("wait at the fence, 1 insert per transaction:    %s", waits.millis());
            report.verdict(Verdict.atMost("longest wait of a takeover", 50, 10, waits.max(), "ms"));
            Sample longer = measure(postgres, 100, settings.rounds(10, 1), report);
            report.line("wait at the fence, 100 inserts per transaction: %s", longer.millis());
        }
    }

    private static Sample measure(DurablePostgres postgres, int rows, int rounds, Report report) throws Exception {
        String role = "takeover-" + rows;
        TimedSource timed = new TimedSource("pg_advisory_xact_lock(");
        try (HikariDataSource pool = postgres.pool(20);
                Node one = new Node(postgres, pool, timed, role, "one");
                Node two = new Node(postgres, pool, timed, role, "two");
                LockQueue queue = new LockQueue(postgres, keyOf(role));
                FollowingWriters writers = new FollowingWriters(WRITERS, rows)) {
            Node leader = one.campaign.gate().isLeader() ? one : two;
            writers.follow(leader.baton, leader.lead());
            timed.take();
            for (int round = 1; round <= rounds; round++) {
                Pause.until(
                        "the other to queue", PATIENCE, () -> !queue.waiting().isEmpty());
                Pause.of(Duration.ofMillis(100));
                Node other = leader == one ? two : one;
                end(postgres, role, leader, other, round);
                writers.follow(other.baton, other.lead());
                leader = other;
                report.progress("%d inserts, takeover %d of %d", rows, round, rounds);
            }
            report.line("%d fenced transactions of %d inserts, %d refused", writers.written(), rows, writers.refused());
        }
        return timed.take();
    }

    /** By turns the lock session is ended behind the leader's back, while its writers go on, and the role is handed over. */
    private static void end(DurablePostgres postgres, String role, Node leader, Node other, int round)
            throws Exception {
        if (round % 3 == 0) {
            leader.campaign.transferTo(other.baton.nodeId()).join();
        } else {
            postgres.text("SELECT pg_terminate_backend(split_part(session_id, '@', 1)::int) FROM baton_leases"
                    + " WHERE lease_name = '" + role + "'");
        }
    }

    private static long keyOf(String role) {
        return RoleKeys.scopeKey("baton", role);
    }

    private static final class Node implements AutoCloseable {
        private final Baton baton;
        private final Campaign campaign;

        Node(DurablePostgres postgres, HikariDataSource pool, TimedSource timed, String role, String name)
                throws InterruptedException {
            baton = Baton.on(pool)
                    .leadership(timed.around(postgres.direct()))
                    .node(name)
                    .start();
            campaign = baton.campaign(Candidacy.of(role).with(Strategy.session().with(Takeover.IMMEDIATE)));
            if (name.equals("one")) {
                lead();
            }
        }

        LeaderToken lead() throws InterruptedException {
            return campaign.awaitLeadership(PATIENCE).orElseThrow();
        }

        @Override
        public void close() {
            baton.close();
        }
    }
}

package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobStatus;
import dev.baton.server.TestNode;
import dev.baton.server.store.FormerProgram.Taken;
import dev.baton.sql.Baton;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A program of the first schema goes on beside a node of today, while that one brings the tables up to date and after. On H2 only after:
 * it builds a table anew to add a column, and loses what others write into it meanwhile.
 */
class OldWritersTest implements OnEveryDatabase {

    private static final String SETTINGS = """
            [gateways.good]
            type = "fake"
            [targets.good]
            gateway = "good"
            policy = "max_attempts"
            max_attempts = 3
            """;

    private static final String FOR_OTHERS = "of-former";

    /** Each program with a server of its own. */
    @Override
    @Test
    public void onGalera() throws Exception {
        try (TestDatabase database = GaleraDatabase.freshWhereAllIsTried()) {
            prove(database);
        }
    }

    @Override
    public void prove(TestDatabase database) throws Exception {
        OldTables.make(OldTables.Age.FIRST, database);
        FormerProgram former = new FormerProgram(database.dataSource());
        proveWritersBesideTheUpgrade(former, database);
        proveAnExecutorBeforeOurs(former, database);
    }

    private static void until(String what, Callable<Boolean> condition) {
        await(what).atMost(TestPatience.LONGEST_WAIT).until(condition);
    }

    /** One that somebody just looks at is passed over. */
    private static Taken claim(FormerProgram former) {
        return await("its job")
                .pollDelay(Duration.ZERO)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(former::claim, Optional::isPresent)
                .orElseThrow();
    }

    /** Writes without a pause, from before the tables change. */
    private static final class Writer implements AutoCloseable {
        private final FormerProgram former;
        private final CountDownLatch begun = new CountDownLatch(1);
        private final AtomicBoolean enough = new AtomicBoolean();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private Future<Integer> written;

        Writer(FormerProgram former) {
            this.former = former;
        }

        /** Returns once something is written. */
        void begin() {
            written = thread.submit(this::write);
            until("the former program writes", () -> begun.getCount() == 0 || written.isDone());
        }

        /** @return how many intents, jobs for others, and jobs of its own that it has done */
        private int write() throws SQLException {
            int done = 0;
            while (!enough.get()) {
                assertThat(former.accept("former-" + done)).isTrue();
                former.enqueue(new UUID(1, done), FOR_OTHERS, "sample");
                former.enqueue(new UUID(2, done), FormerProgram.HANDLER, null);
                assertThat(former.end(claim(former))).as("its own end").isTrue();
                done++;
                begun.countDown();
            }
            return done;
        }

        int stop() throws Exception {
            enough.set(true);
            return written.get();
        }

        @Override
        public void close() {
            enough.set(true);
            thread.shutdown();
        }
    }

    private static void proveWritersBesideTheUpgrade(FormerProgram former, TestDatabase database) throws Exception {
        boolean meanwhile = !database.dialect().equals("h2");
        try (Writer writer = new Writer(former)) {
            if (meanwhile) {
                writer.begin();
            }
            try (TestNode node = new TestNode(SETTINGS, database.url())) {
                until("one of today's ends", () -> isAccepted(node, "due"));
                if (!meanwhile) {
                    writer.begin();
                }
                int written = writer.stop();
                proveOnce(written, database);
                proveOperators(former, node, database);
                proveClaims(former, node, database);
            }
        }
    }

    private static boolean isAccepted(TestNode node, String intent) throws SQLException {
        return node.node().submissions().get(intent).orElseThrow().status() == IntentStatus.ACCEPTED;
    }

    /** Everything is done, and nothing twice. */
    private static void proveOnce(int written, TestDatabase database) throws SQLException {
        String intents =
                "SELECT COUNT(*) FROM submission_intents WHERE intent_id LIKE 'former-%' AND status = 'accepted'";
        until("its intents", () -> number(database, intents) == written);
        String accepted = "SELECT COUNT(*) FROM submission_attempts WHERE intent_id LIKE 'former-%'"
                + " AND outcome_status = 'accepted'"; // an executor that stood still for a while makes another one
        assertThat(number(database, accepted)).isEqualTo(written);
        assertThat(number(database, "SELECT COUNT(*) FROM baton_jobs WHERE job_name = 'former'"))
                .as("ended, so they are gone")
                .isZero();
        proveRuns(FormerProgram.HANDLER, written, database);
        String runs = "SELECT COUNT(*) FROM baton_job_runs WHERE job_name = '" + FOR_OTHERS + "'";
        until("jobs " + FOR_OTHERS, () -> number(database, runs) >= written);
        proveRuns(FOR_OTHERS, written, database);
    }

    private static void proveRuns(String job, int written, TestDatabase database) throws SQLException {
        String runs = " FROM baton_job_runs WHERE job_name = '" + job + "'";
        assertThat(number(database, "SELECT COUNT(*)" + runs + " AND outcome = 'completed'"))
                .as("runs of " + job)
                .isEqualTo(written);
        assertThat(number(database, "SELECT COUNT(DISTINCT job_id)" + runs)).isEqualTo(written);
        assertThat(number(database, "SELECT COUNT(*)" + runs))
                .as("none twice, none lost")
                .isEqualTo(written);
    }

    private static long number(TestDatabase database, String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static List<OutcomeStatus> outcomes(TestNode node, String intent) throws SQLException {
        return node.node().submissions().history(intent).orElseThrow().attempts().stream()
                .map(Attempt::outcomeStatus)
                .toList();
    }

    private static void proveOperators(FormerProgram former, TestNode node, TestDatabase database) throws Exception {
        former.note("Пётр", "drain", "log-compactor");
        until(
                "its line of the audit",
                () -> node.node().audit().latest(100).stream()
                        .anyMatch(line -> line.actor().equals("Пётр")));
        UUID asked = UUID.randomUUID();
        former.ask(asked, node.node().baton().holderId(), "drain", "log-compactor");
        String done = "SELECT COUNT(*) FROM baton_commands WHERE done_at IS NOT NULL AND error IS NULL AND id = '";
        until("what it asks for is done", () -> number(database, done + asked + "'") == 1);
        assertThat(former.cancel("later", "Пётр")).isTrue();
        until(
                "what it cancels is cancelled",
                () -> node.node().submissions().get("later").orElseThrow().status() == IntentStatus.CANCELLED);
    }

    private static void proveClaims(FormerProgram former, TestNode node, TestDatabase database) throws Exception {
        UUID stored =
                node.node().jobs().enqueue(JobRequest.of(FormerProgram.HANDLER)).id();
        Taken taken = claim(former);
        assertThat(taken.job()).isEqualTo(stored);
        assertThat(former.end(taken)).isTrue();
        until(
                "it is done, once",
                () -> node.node().jobs().admin().show(stored).orElseThrow().runs().stream()
                        .map(JobRun::outcome)
                        .toList()
                        .equals(List.of(JobRun.Outcome.COMPLETED)));

        UUID lost =
                node.node().jobs().enqueue(JobRequest.of(FormerProgram.HANDLER)).id();
        Taken old = claim(former);
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(
                            "UPDATE baton_jobs SET locked_at = NULL WHERE locked_by = '" + FormerProgram.WORKER + "'"))
                    .isEqualTo(1);
        }
        until(
                "today's frees it",
                () -> node.node().jobs().admin().show(lost).orElseThrow().job().status() == JobStatus.SCHEDULED);
        assertThat(former.end(old)).as("its claim is gone").isFalse();
        Taken again = claim(former);
        assertThat(again).isEqualTo(new Taken(lost, old.claim() + 1));
        assertThat(former.end(again)).isTrue();
    }

    /** It leads the executor's role first, leaves one attempt ended and one under way, and is refused when it comes back. */
    private static void proveAnExecutorBeforeOurs(FormerProgram former, TestDatabase database) throws Exception {
        try (Baton baton = Baton.on(database.dataSource())
                        .node("former")
                        .strategy(new Strategy.Lease(
                                Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(5)))
                        .start();
                Connection connection = database.dataSource().getConnection()) {
            Campaign campaign = baton.campaign(SubmissionManager.ROLE);
            LeaderToken token =
                    campaign.awaitLeadership(TestPatience.LONGEST_WAIT).orElseThrow();
            assertThat(former.accept("ended") && former.accept("under-way")).isTrue();
            for (String intent : List.of("ended", "under-way")) {
                baton.fenced(
                        token,
                        c -> assertThat(former.start(c, token, intent, 0)).isTrue());
            }
            baton.fenced(
                    token, c -> assertThat(former.finish(c, token, "ended", 1)).isTrue());
            campaign.close();
            try (TestNode node = new TestNode(SETTINGS, database.url())) {
                until("the ended one goes on", () -> isAccepted(node, "ended"));
                until("the one under way goes on", () -> isAccepted(node, "under-way"));
                assertThat(outcomes(node, "ended")).containsExactly(OutcomeStatus.REJECTED, OutcomeStatus.ACCEPTED);
                assertThat(outcomes(node, "under-way")).containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.ACCEPTED);
                assertThat(node.node()
                                .submissions()
                                .history("ended")
                                .orElseThrow()
                                .attempts())
                        .first()
                        .extracting(Attempt::gatewayMessageId)
                        .isEqualTo(Optional.empty());
                assertThatThrownBy(() -> Transactions.<Boolean, SQLException>inTransaction(connection, c -> {
                            baton.fence().enter(c, token);
                            return former.finish(c, token, "under-way", 1);
                        }))
                        .isInstanceOf(StaleTokenException.class)
                        .hasMessageContaining("is stale");
            }
        }
    }
}

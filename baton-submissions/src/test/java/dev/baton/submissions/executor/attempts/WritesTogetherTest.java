package dev.baton.submissions.executor.attempts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.store.SubmissionSql;
import dev.baton.support.Stopwatch;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What one term of a node costs the others where they write together. */
class WritesTogetherTest {

    private static final long LONGEST = TestPatience.LONGEST_WAIT.toSeconds();

    private static LeaderToken token(Baton baton, String role) throws InterruptedException {
        return baton.campaign(role).awaitLeadership(TestPatience.LONGEST_WAIT).orElseThrow();
    }

    private static ExecutorParts parts(Baton baton) {
        SubmissionSql sql = new SubmissionSql(baton.database());
        return new ExecutorParts(
                baton, Stopwatch.system(), sql, null, null, null, null, null, settled -> {}, null, null);
    }

    @FunctionalInterface
    private interface Asking<T> {
        T ask() throws SQLException;
    }

    private static <T> CompletableFuture<T> elsewhere(Asking<T> asking) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return asking.ask();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    /** It writes by itself then, and what hangs takes none of its rows along later. */
    @Test
    void whoeverComesWhileAnothersConnectionHangsIsToldToWriteAlone() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionManager.SCHEMA)
                        .start()) {
            LeaderToken first = token(baton, "first");
            LeaderToken second = token(baton, "second");
            CountDownLatch hangs = new CountDownLatch(1);
            CompletableFuture<Void> goesOn = new CompletableFuture<>();
            List<String> written = new CopyOnWriteArrayList<>();
            WritesTogether<String, String> together =
                    new WritesTogether<>(parts(baton), FenceDemand.UNEXPIRED, (connection, terms, rows) -> {
                        rows.forEach(row -> written.add(row.what()));
                        hangs.countDown();
                        goesOn.join();
                        return rows.toString();
                    });
            CompletableFuture<Optional<String>> hanging = elsewhere(() -> together.write(first, List.of("mine")));
            assertThat(hangs.await(LONGEST, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Optional<String>> other = elsewhere(() -> together.write(second, List.of("another")));

            try {
                assertThat(other.get(LONGEST, TimeUnit.SECONDS)).isEmpty();
            } finally {
                goesOn.complete(null);
            }
            hanging.exceptionally(lost -> Optional.empty()).get(LONGEST, TimeUnit.SECONDS);
            assertThat(written).containsExactly("mine");
        }
    }

    /** Of two terms that wrote together only one may be to blame: which one, each finds out by itself. */
    @Test
    void whatAConstraintRefusesAtTheCommitIsWrittenByEachAlone() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionManager.SCHEMA)
                        .start()) {
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE notes (id integer PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)");
                statement.execute("INSERT INTO notes VALUES (1)");
            }
            LeaderToken term = token(baton, "first");
            WritesTogether<String, String> together =
                    new WritesTogether<>(parts(baton), FenceDemand.UNEXPIRED, (connection, terms, rows) -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.execute("INSERT INTO notes VALUES (1)");
                        }
                        return rows.toString();
                    });
            assertThat(together.write(term, List.of("mine"))).isEmpty();
        }
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.dialect.Blockers;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Looking who holds up a takeover and ending it are two statements, what InnoDB shows may be of a moment ago, and the next
 * connection may be to another server: only who is surely still the same is ended.
 */
class InnoDbBlockersTest {

    static Stream<Named<Supplier<TestDatabase>>> databases() {
        return Stream.of(Named.of("mariadb", MariaDbDatabase::fresh), Named.of("mysql", GivenDatabase::mySql));
    }

    /** One session that has a row, another that waits for it, and a third that looks. */
    private static final class Stage implements AutoCloseable {
        private final TestDatabase database;
        private final SqlCatalog sql;
        private final Blockers blockers;
        private final Connection writer;
        private final Connection waiting;
        private final Connection watcher;
        private final long waitingNumber;
        private final long writerNumber;

        Stage(TestDatabase database) throws SQLException {
            this.database = database;
            Dialect dialect = Dialects.named(database.dialect());
            sql = Dialects.leadership(dialect, TableNames.DEFAULT);
            blockers = dialect.blockers().orElseThrow();
            writer = database.dataSource().getConnection();
            waiting = database.dataSource().getConnection();
            watcher = database.dataSource().getConnection();
            LeaseTable.update(watcher, "CREATE TABLE wanted (x int PRIMARY KEY)");
            LeaseTable.update(watcher, "INSERT INTO wanted VALUES (1)");
            writer.setAutoCommit(false);
            waiting.setAutoCommit(false);
            writerNumber = dialect.blockers().orElseThrow().writer(writer, sql);
            waitingNumber = blockers.number(waiting, sql, new RoleKeys("role", 0, 0));
        }

        private static void lock(Connection connection) throws SQLException {
            LeaseTable.update(connection, "UPDATE wanted SET x = 1 WHERE x = 1");
        }

        /** The writer has the row, and the other one waits for it. */
        CompletableFuture<Void> hold() throws SQLException {
            lock(writer);
            return lockSoon(waiting);
        }

        static CompletableFuture<Void> lockSoon(Connection connection) {
            return CompletableFuture.runAsync(() -> {
                try {
                    lock(connection);
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
        }

        String here() throws SQLException {
            return sql.get("session-number")
                    .plain()
                    .first(watcher, row -> row.getString(2))
                    .orElseThrow();
        }

        /** The sessions that hold it up, each with the beginning of its transaction. */
        List<String> found(String server) throws SQLException {
            return found(waitingNumber, server, 0);
        }

        /** @param age in milliseconds, of which one second is always added */
        List<String> found(long number, String server, long age) throws SQLException {
            return sql.get("blockers")
                    .set("waiting", number)
                    .set("server", server)
                    .set("age_ms", age)
                    .all(watcher, row -> row.getLong(1) + " since " + row.getString(2));
        }

        List<Long> expel() throws SQLException {
            return blockers.expel(watcher, sql, waitingNumber, Duration.ZERO);
        }

        @Override
        public void close() throws SQLException {
            writer.close();
            waiting.close();
            watcher.close();
            database.close();
        }
    }

    /** InnoDB shows nothing new to anybody who looks again within a tenth of a second, so the looks are further apart. */
    private static void untilSeen(String what, Callable<Boolean> seen) {
        Awaitility.await(what)
                .atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(300))
                .until(seen);
    }

    private static void join(CompletableFuture<Void> locked) {
        locked.orTimeout(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** A session of that number may be anybody's on another server. */
    @ParameterizedTest
    @MethodSource("databases")
    void aLookOnAnotherServerFindsNobody(Supplier<TestDatabase> databases) throws Exception {
        try (Stage stage = new Stage(databases.get())) {
            CompletableFuture<Void> locked = stage.hold();
            untilSeen("it is seen", () -> !stage.found(stage.here()).isEmpty());
            assertThat(stage.found("elsewhere:3306")).isEmpty();
            stage.writer.rollback();
            join(locked);
        }
    }

    /** However old it is: it goes when its turn has come. */
    @ParameterizedTest
    @MethodSource("databases")
    void whoOnlyWaitsBeforeHoldsUpNobody(Supplier<TestDatabase> databases) throws Exception {
        try (Stage stage = new Stage(databases.get());
                Connection last = stage.database.dataSource().getConnection()) {
            last.setAutoCommit(false);
            long number = stage.blockers.writer(last, stage.sql);
            CompletableFuture<Void> before = stage.hold();
            untilSeen("the one before waits", () -> !stage.found(stage.here()).isEmpty());
            CompletableFuture<Void> locked = Stage.lockSoon(last);
            untilSeen(
                    "the last one waits",
                    () -> !stage.found(number, stage.here(), -1000).isEmpty());
            assertThat(stage.found(number, stage.here(), -1000))
                    .singleElement()
                    .asString()
                    .startsWith(stage.writerNumber + " since ");
            stage.writer.rollback();
            join(before);
            stage.waiting.rollback();
            join(locked);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void onlyWhoIsFoundByTwoLooksInOneTransactionIsEnded(Supplier<TestDatabase> databases) throws Exception {
        try (Stage stage = new Stage(databases.get())) {
            CompletableFuture<Void> first = stage.hold();
            untilSeen("it is seen", () -> !stage.found(stage.here()).isEmpty());
            List<String> before = stage.found(stage.here());
            assertThat(stage.expel()).as("one look").isEmpty();
            stage.writer.commit();
            join(first);
            stage.waiting.rollback();

            CompletableFuture<Void> second = stage.hold();
            untilSeen("its next transaction is seen", () -> {
                List<String> now = stage.found(stage.here());
                return !now.isEmpty() && !now.equals(before);
            });
            assertThat(stage.expel()).as("the first look at this transaction").isEmpty();
            assertThat(stage.expel()).as("the second one").containsExactly(stage.writerNumber);
            join(second);
            assertThatThrownBy(() -> Stage.lock(stage.writer)).isInstanceOf(SQLException.class);
        }
    }
}

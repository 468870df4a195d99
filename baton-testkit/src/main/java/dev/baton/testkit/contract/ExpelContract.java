package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.testkit.Node;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Writers that hold up a takeover are ended by the age of their transaction: for databases that can end sessions. */
public interface ExpelContract extends Contract {

    /** It is long, and yet its candidates are impatient: there is little time between a renewal and its end. */
    Strategy.Lease HOUR = new Strategy.Lease(Duration.ofMinutes(60), Duration.ofSeconds(3519), Duration.ofSeconds(1));

    private Connection transaction() throws SQLException {
        Connection connection = database().dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * No statement of its takes long and it is never idle, so no time-out but one for the whole would see it. A writer of another
     * role is as old, and in nobody's way.
     */
    @ParameterizedTest
    @MethodSource("strategies")
    default void busyWriterCannotHoldUpATakeover(Strategy strategy) throws Exception {
        Strategy brisk =
                strategy instanceof Strategy.Session session ? shortSession().with(session.takeover()) : shortLease();
        String table = "busy_" + role().replace('-', '_');
        table().update("CREATE TABLE " + table + " (x int)");
        Node other = cluster().node("other");
        LeaderToken otherRole = other.lead(role() + "-other", HOUR);
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), brisk);
        try (Connection bystander = transaction();
                Connection busy = transaction()) {
            other.baton().fence().enter(bystander, otherRole);
            LeaseTable.update(bystander, "INSERT INTO " + table + " VALUES (0)");
            one.baton().fence().enter(busy, token);
            LeaseTable.update(busy, "INSERT INTO " + table + " VALUES (1)");
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> workUntilEnded(busy, work()));
            one.crash();
            Campaign b = cluster().node("two").campaign(role(), brisk);
            assertThat(Node.leads(b).epoch()).isEqualTo(token.epoch() + 1);
            writing.join();
            assertThatThrownBy(busy::commit).isInstanceOf(SQLException.class);
            other.baton().fence().commit(bystander);
        }
        assertThat(table().rows("SELECT x FROM " + table, r -> r.getInt(1))).containsExactly(0);
    }

    /** Neither of the two bystanders has written anything, as the writer that is ended: some databases number only those that have. */
    @Test
    default void whoHoldsUpNobodyIsLeftAloneThoughNobodyHasWrittenAnything() throws Exception {
        Node other = cluster().node("other");
        LeaderToken otherRole = other.lead(role() + "-other", HOUR);
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), shortLease());
        try (Connection beside = transaction();
                Connection reader = transaction();
                Connection busy = transaction()) {
            other.baton().fence().enter(beside, otherRole);
            read(reader);
            one.baton().fence().enter(busy, token);
            CompletableFuture<Void> writing = working(busy, work());
            one.crash();
            assertThat(Node.leads(cluster().node("two").campaign(role(), shortLease()))
                            .epoch())
                    .isEqualTo(token.epoch() + 1);
            writing.join();
            assertThatThrownBy(busy::commit).isInstanceOf(SQLException.class);
            other.baton().fence().commit(beside);
            read(reader);
            reader.commit();
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM baton_leases");
        }
    }

    private static void workUntilEnded(Connection connection, String work) {
        try (Statement statement = connection.createStatement()) {
            while (true) {
                statement.execute(work);
            }
        } catch (SQLException ended) {
            // This is what the test waits for; the commit shows whether anything stays.
        }
    }

    /** A statement that keeps its session busy for a fifth of a second. */
    private String work() {
        return switch (database().dialect()) {
            case "postgresql" -> "SELECT pg_sleep(0.2)";
            case "sqlserver" -> "WAITFOR DELAY '00:00:00.200'";
            default -> "SELECT SLEEP(0.2)";
        };
    }

    /**
     * The age of its transaction decides, by the database's clock, and half of the candidate's lease is the bound: not before,
     * and not only when its statement would have ended by itself.
     */
    @Test
    default void busyWriterIsEndedOnceItsTransactionIsOlderThanHalfALease() throws Exception {
        Strategy.Lease usual = new Strategy.Lease(Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofSeconds(1));
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), usual);
        try (ManualCandidate b = seat("b", usual);
                Connection busy = transaction()) {
            long before = clock();
            one.baton().fence().enter(busy, token);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> workUntilEnded(busy, longWork()));
            one.crash();
            table().expire(role());
            Waits.until("the takeover succeeds", () -> b.take() instanceof Outcome.Acquired);
            assertThat(clock() - before)
                    .isGreaterThanOrEqualTo(usual.fenceBound().toMillis());
            writing.join();
            assertThatThrownBy(busy::commit).isInstanceOf(SQLException.class);
        }
    }

    /**
     * ... and not later: a takeover that begins then ends it. One may be in vain, because a busy machine was late with its looks;
     * by the whole of the lease there would be more. MariaDB and MySQL tell in whole seconds when a transaction began.
     */
    @Test
    default void whoeverIsOlderThanHalfALeaseIsEndedByATakeoverThatBeginsThen() throws Exception {
        Strategy.Lease patient =
                new Strategy.Lease(Duration.ofSeconds(16), Duration.ofSeconds(5), Duration.ofSeconds(1));
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), patient);
        try (ManualCandidate b = seat("b", patient);
                Connection busy = transaction()) {
            one.baton().fence().enter(busy, token);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> workUntilEnded(busy, longWork()));
            long oldEnough = clock() + patient.fenceBound().plusSeconds(1).toMillis();
            one.crash();
            table().expire(role());
            Waits.until("its transaction is that old", () -> clock() >= oldEnough);
            Outcome first = b.take();
            assertThat(first instanceof Outcome.Acquired ? first : b.take()).isInstanceOf(Outcome.Acquired.class);
            writing.join();
            assertThatThrownBy(busy::commit).isInstanceOf(SQLException.class);
        }
    }

    /** Several are ended by one takeover, one as well as the other: none hides the next. One may be in vain, as above. */
    @Test
    default void allWhoAreOlderThanHalfALeaseAreEndedByOneTakeover() throws Exception {
        assumeFalse(database().dialect().equals("galera"), "a writer there has the fence to itself");
        Strategy.Lease patient =
                new Strategy.Lease(Duration.ofSeconds(16), Duration.ofSeconds(5), Duration.ofSeconds(1));
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), patient);
        try (ManualCandidate b = seat("b", patient);
                Connection first = transaction();
                Connection second = transaction();
                Connection third = transaction()) {
            List<Connection> old = List.of(first, second, third);
            for (Connection writer : old) {
                one.baton().fence().enter(writer, token);
            }
            CompletableFuture<Void> writing = CompletableFuture.allOf(
                    old.stream().map(writer -> working(writer, longWork())).toArray(CompletableFuture[]::new));
            long oldEnough = clock() + patient.fenceBound().plusSeconds(1).toMillis();
            one.crash();
            table().expire(role());
            Waits.until("their transactions are that old", () -> clock() >= oldEnough);
            Outcome taken = b.take();
            assertThat(taken instanceof Outcome.Acquired ? taken : b.take()).isInstanceOf(Outcome.Acquired.class);
            writing.join();
            for (Connection writer : old) {
                assertThatThrownBy(writer::commit).isInstanceOf(SQLException.class);
            }
        }
    }

    /** In a thread of its own, however few a pool would have. */
    private static CompletableFuture<Void> working(Connection connection, String work) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            workUntilEnded(connection, work);
            ended.complete(null);
        });
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    /** The database's, in milliseconds. */
    private long clock() throws SQLException {
        String now = database().dialect().equals("sqlserver") ? "SYSUTCDATETIME()" : "CURRENT_TIMESTAMP(6)";
        return table().rows("SELECT " + now, row -> row.getTimestamp(1).getTime())
                .get(0);
    }

    /**
     * One that outlasts every wait of a test, and not a build in which nobody ends it: drivers wait for its end to close its
     * connection. PostgreSQL's fence bounds a statement, and not how many there are.
     */
    private String longWork() {
        return switch (database().dialect()) {
            case "postgresql" -> work();
            case "sqlserver" -> "WAITFOR DELAY '00:05:00'";
            default -> "SELECT SLEEP(300)";
        };
    }

    @Test
    default void writerWhoseTransactionIsYoungerThanHalfALeaseIsLeftAlone() throws Exception {
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), HOUR);
        try (ManualCandidate b = seat("b", HOUR);
                Connection writer = transaction()) {
            one.baton().fence().enter(writer, token);
            table().expire(role());
            assertThat(b.take()).isInstanceOf(Outcome.Failed.class);
            one.baton().fence().commit(writer);
            Waits.until("the takeover succeeds", () -> b.take() instanceof Outcome.Acquired);
        }
    }

    /** Who waits for the same as oneself holds up nobody, however old its transaction is. */
    @Test
    default void takeoverThatWaitsBeforeAnotherIsNotEndedByIt() throws Exception {
        Strategy.Lease patient =
                new Strategy.Lease(Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofSeconds(1));
        try (ManualCandidate a = seat("a", patient);
                ManualCandidate b = seat("b", patient);
                ManualCandidate c = seat("c", shortLease());
                Connection writer = transaction()) {
            cluster().node("writer").baton().fence().enter(writer, a.acquire());
            table().expire(role());
            CompletableFuture<Outcome> first = CompletableFuture.supplyAsync(b::take);
            assertThatThrownBy(() -> first.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            Waits.until("the writer is ended", () -> {
                c.take();
                return first.isDone();
            });
            assertThat(first.join())
                    .isInstanceOfSatisfying(
                            Outcome.Acquired.class,
                            acquired -> assertThat(acquired.token().epoch()).isEqualTo(2));
            assertThatThrownBy(writer::commit).isInstanceOf(SQLException.class);
        }
    }
}

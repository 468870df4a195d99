package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.FenceDemand;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The short way of leases on PostgreSQL: what it costs, and which rows are not for it. */
class PostgresLocksTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final List<String> RECORDED = List.of("acquired", "released");
    private static final List<String> UNRECORDED = List.of();

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final LeaseTable table = new LeaseTable(database.dataSource());
    private final CountingDataSource counted = new CountingDataSource(database.dataSource());
    private Baton baton;

    /** The first term is recorded, and those after it need not be. */
    @BeforeEach
    void begin() throws SQLException {
        baton = Baton.on(database.dataSource())
                .leadership(counted.dataSource())
                .node("one")
                .recordLeasesEvery(LONG)
                .start();
        takeAndGiveBack();
    }

    @AfterEach
    void close() {
        baton.close();
    }

    private long takeAndGiveBack() throws SQLException {
        HeldLease held = baton.tryLease("lock", LONG).orElseThrow();
        held.release();
        return held.token().epoch();
    }

    private void change(String assignments) throws SQLException {
        assertThat(table.update("UPDATE baton_leases SET " + assignments)).isEqualTo(1);
    }

    /** In this test's own database: others share the server. */
    private int sessionsThatWaitForALock() throws SQLException {
        return table.rows(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND datname = current_database()",
                        row -> row.getInt(1))
                .get(0);
    }

    private List<String> statements() {
        return counted.sent().stream()
                .filter(sql -> sql.contains("baton_leases"))
                .toList();
    }

    @Test
    void isOneStatementToTakeOneToGiveBackAndOneToBeRefused() throws SQLException {
        HeldLease held = baton.tryLease("lock", LONG).orElseThrow();
        assertThat(baton.tryLease("lock", LONG)).isEmpty();
        counted.forget();
        assertThat(baton.tryLease("lock", LONG)).as("refused again").isEmpty();
        assertThat(statements()).hasSize(1);
        held.release();
        assertThat(statements()).as("given back").hasSize(2);
        takeAndGiveBack();
        counted.forget();
        assertThat(baton.tryLease("lock", LONG)).isPresent();
        assertThat(statements()).as("taken again").hasSize(1);
    }

    /** A process that has recorded nothing yet asks first, and one that is always refused never records. */
    @Test
    void isRefusedByOneStatementAlsoWhereARecordIsDue() throws SQLException {
        assertThat(baton.tryLease("lock", LONG)).isPresent();
        try (Baton other =
                Baton.on(database.dataSource()).leadership(counted.dataSource()).start()) {
            counted.forget();
            assertThat(other.tryLease("lock", LONG)).isEmpty();
            assertThat(statements()).hasSize(1);
        }
    }

    @Test
    void leavesNoHistoryUntilARecordIsDue() throws Exception {
        assertThat(table.term("lock", 1)).isEqualTo(RECORDED);
        assertThat(takeAndGiveBack()).isEqualTo(2);
        assertThat(takeAndGiveBack()).isEqualTo(3);
        assertThat(table.history("lock")).extracting(LeaseTable.Line::epoch).containsOnly(1L);
        try (Baton other = Baton.on(database.dataSource()).start()) {
            other.tryLease("lock", LONG).orElseThrow().release();
            assertThat(table.term("lock", 4)).as("the first of that process").isEqualTo(RECORDED);
        }
    }

    /** The fenced transaction of the last holder outlives its lock, and whoever asks meanwhile. */
    @Test
    void isRefusedWhileAWriterHoldsItUpAndLeavesNobodyWaitingInTheDatabase() throws SQLException {
        HeldLease held = baton.tryLease("lock", LONG).orElseThrow();
        try (Connection writer = database.dataSource().getConnection()) {
            writer.setAutoCommit(false);
            baton.fence().enter(writer, held.token(), FenceDemand.CURRENT);
            held.release();
            assertThat(baton.tryLease("lock", LONG)).isEmpty();
            assertThat(sessionsThatWaitForALock()).isZero();
            writer.rollback();
        }
    }

    /** So that a role that is stood for has a history without holes. */
    @Test
    void isRecordedWhereSomebodyStandsForTheRole() throws SQLException {
        table.update(
                "INSERT INTO baton_candidates (lease_name, holder_id, preferred) VALUES ('lock', 'somebody', false)");
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(RECORDED);
        table.update("DELETE FROM baton_candidates");
        table.update(
                "INSERT INTO baton_candidates (lease_name, holder_id, preferred) VALUES ('other', 'somebody', false)");
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(UNRECORDED);
    }

    /** Of a million terms one is recorded, whoever takes them: a deleted row goes on above the others. */
    @Test
    void isRecordedOnceInAMillionTermsAndALostRowGoesOnAboveThem() throws SQLException {
        long million = 1 << 20;
        change("lease_epoch = " + (million - 2));
        assertThat(takeAndGiveBack()).isEqualTo(million - 1);
        assertThat(table.term("lock", million - 1)).isEqualTo(UNRECORDED);
        assertThat(takeAndGiveBack()).isEqualTo(million);
        assertThat(table.term("lock", million)).isEqualTo(RECORDED);
        change("lease_epoch = " + (2 * million - 2));
        assertThat(takeAndGiveBack()).isEqualTo(2 * million - 1);
        table.delete("lock");
        assertThat(takeAndGiveBack()).isGreaterThan(2 * million - 1);
    }

    /** A row of another timeline tells nothing of what was lost with it. */
    @Test
    void isNotForARowOfAnotherTimeline() throws SQLException {
        change("timeline = timeline + 1");
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(RECORDED);
        change("timeline = 0");
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(RECORDED);
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(UNRECORDED);
    }

    @Test
    void isNotForALeaseThatIsReservedEvenIfForThisNode() throws SQLException {
        change("reserved_for = 'two', reserved_until = clock_timestamp() + interval '50 seconds'");
        assertThat(baton.tryLease("lock", LONG)).isEmpty();
        change("reserved_for = 'one'");
        assertThat(table.term("lock", takeAndGiveBack())).isEqualTo(RECORDED);
    }

    /** Somebody else was granted it while this one stood at the row: the row counts as it is then. */
    @Test
    void judgesARowThatItHadToWaitForAsItIsThen() throws Exception {
        try (Connection faster = database.dataSource().getConnection()) {
            faster.setAutoCommit(false);
            LeaseTable.update(
                    faster,
                    "UPDATE baton_leases SET released = false, holder_id = 'faster', lease_epoch = 2,"
                            + " expires_at = clock_timestamp() + interval '1 hour'");
            CompletableFuture<Optional<HeldLease>> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return baton.tryLease("lock", LONG);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Waits.until("it waits for the row", () -> sessionsThatWaitForALock() == 1);
            faster.commit();
            assertThat(waiting.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isEmpty();
        }
        assertThat(table.row("lock").orElseThrow().holderId()).isEqualTo("faster");
    }

    /** A pool may hand out connections whose transactions have one snapshot; whoever is too late is refused there too. */
    @Test
    void worksOnConnectionsOfRepeatableRead() throws Exception {
        table.update("ALTER DATABASE " + database.name() + " SET default_transaction_isolation = 'repeatable read'");
        try (Baton other =
                Baton.on(database.dataSource()).recordLeasesEvery(LONG).start()) {
            for (int i = 0; i < 3; i++) {
                HeldLease held = other.tryLease("lock", LONG).orElseThrow();
                assertThat(baton.tryLease("lock", LONG)).isEmpty();
                held.release();
            }
            judgesARowThatItHadToWaitForAsItIsThen();
        }
    }

    /** A term that a crash of the server could forget would be granted twice. Giving back may be forgotten. */
    @Test
    void isDurableWhateverTheAccountsDefaultIs() throws SQLException {
        table.update("CREATE TABLE seen (setting text, released boolean)");
        table.update("CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO seen VALUES (current_setting('synchronous_commit'), NEW.released); RETURN NEW; END $$");
        table.update("CREATE TRIGGER see AFTER UPDATE ON baton_leases FOR EACH ROW EXECUTE FUNCTION see()");
        for (String setting : List.of("off", "local", "remote_apply")) {
            table.update("ALTER DATABASE " + database.name() + " SET synchronous_commit = " + setting);
            takeAndGiveBack();
        }
        assertThat(table.rows("SELECT setting || released FROM seen", row -> row.getString(1)))
                .containsExactly("onfalse", "offtrue", "onfalse", "offtrue", "remote_applyfalse", "offtrue");
        assertThat(table.history("lock")).hasSize(2);
    }

    /** What is set for a take or a return must not stay in a connection that goes back to the pool. */
    @Test
    void leavesTheSettingsOfAPooledConnectionAlone() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(3);
        try (HikariDataSource pool = new HikariDataSource(config);
                Baton other = Baton.on(database.dataSource())
                        .leadership(pool)
                        .recordLeasesEvery(LONG)
                        .start()) {
            for (int i = 0; i < 3; i++) {
                other.tryLease("lock", LONG).orElseThrow().release();
            }
            try (Connection first = pool.getConnection();
                    Connection second = pool.getConnection()) {
                for (Connection connection : List.of(first, second)) {
                    assertThat(setting(connection, "lock_timeout")).isEqualTo("0");
                    assertThat(setting(connection, "synchronous_commit")).isEqualTo("on");
                }
            }
            assertThat(table.rows(
                            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database ="
                                    + " (SELECT oid FROM pg_database WHERE datname = current_database())",
                            row -> row.getInt(1)))
                    .as("locks that stayed behind")
                    .containsExactly(0);
        }
    }

    /** The one statement has taken it, and its answer was lost. Nobody has a record of that term, nor of its end. */
    @Test
    void isFreeSoonWhereTheAnswerToItsOneStatementWasLost() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        try (Baton other = Baton.on(database.dataSource())
                .leadership(faulty.dataSource())
                .recordLeasesEvery(LONG)
                .start()) {
            long last = other.tryLease("lock", LONG).orElseThrow().token().epoch();
            table.update("UPDATE baton_leases SET released = true");
            faulty.loseAnswers("lease_epoch = l.lease_epoch + 1", 1);
            assertThatThrownBy(() -> other.tryLease("lock", LONG)).isInstanceOf(SQLException.class);
            Waits.until("it is free", () -> baton.tryLease("lock", LONG).isPresent());
            assertThat(table.row("lock").orElseThrow().epoch()).isEqualTo(last + 2);
            assertThat(table.term("lock", last + 1)).isEqualTo(UNRECORDED);
        }
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT current_setting('" + name + "')");
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }
}

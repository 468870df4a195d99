package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Locks of many threads on PostgreSQL: given back together, by connections that nobody else had to fetch. */
class PostgresLockReturnsTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final LeaseTable table = new LeaseTable(database.dataSource());
    private final List<Thread> threads = new ArrayList<>();

    /** Taken in the short way, after a first term that is recorded. */
    private static HeldLease shortly(Baton baton, String role) throws SQLException {
        baton.tryLease(role, LONG).orElseThrow().release();
        return baton.tryLease(role, LONG).orElseThrow();
    }

    private CompletableFuture<Void> release(HeldLease lease) {
        CompletableFuture<Void> released = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                lease.release();
                released.complete(null);
            } catch (SQLException | RuntimeException e) {
                released.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        return released;
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        return table.rows(
                                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                        + " AND datname = current_database()",
                                row -> row.getInt(1))
                        .get(0)
                == 1;
    }

    private void change(String assignment, String role) throws SQLException {
        assertThat(table.update("UPDATE baton_leases SET " + assignment + " WHERE lease_name = ?", role))
                .isEqualTo(1);
    }

    private List<String> released() throws SQLException {
        return table.rows("SELECT lease_name FROM baton_leases WHERE released ORDER BY 1", row -> row.getString(1));
    }

    @Test
    void thoseGivenBackWhileOneIsUnderWayAreGivenBackByOneStatement() throws Exception {
        CountingDataSource counted = new CountingDataSource(database.dataSource());
        try (Baton baton = Baton.on(database.dataSource())
                        .leadership(counted.dataSource())
                        .recordLeasesEvery(LONG)
                        .start();
                Connection rival = database.dataSource().getConnection()) {
            HeldLease first = shortly(baton, "first");
            List<HeldLease> others = new ArrayList<>();
            for (String role : List.of("a", "b", "epoch", "holder", "timeline")) {
                others.add(shortly(baton, role));
            }
            change("lease_epoch = lease_epoch + 1", "epoch");
            change("holder_id = 'another'", "holder");
            change("timeline = -77", "timeline");
            rival.setAutoCommit(false);
            LeaseTable.update(rival, "UPDATE baton_leases SET beats = beats WHERE lease_name = 'first'");
            counted.forget();
            List<CompletableFuture<Void>> all = new ArrayList<>();
            all.add(release(first));
            Waits.until("the first one waits for its row", this::somebodyWaitsForALock);
            for (HeldLease lease : others) {
                all.add(release(lease));
                Thread behind = threads.get(threads.size() - 1);
                Waits.until("it waits for the first", () -> behind.getState() == Thread.State.WAITING);
            }
            rival.rollback();
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                    .get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);

            assertThat(counted.sent().stream().filter(sql -> sql.contains("baton_leases")))
                    .hasSize(2);
            assertThat(released()).as("what is not held any more is left alone").containsExactly("a", "b", "first");
            assertThat(baton.tryLease("a", LONG)).isPresent();
            assertThat(baton.tryLease("holder", LONG)).isEmpty();
        }
    }

    /** The pool's own patience is half a minute. */
    @Test
    void aPoolThatHasNoConnectionIsNotWaitedForLongerThanTold() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(1);
        config.setValidationTimeout(250);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Connection only = Connections.open(pool, Duration.ofSeconds(20));
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
            assertThatThrownBy(() -> Connections.open(pool, Duration.ofMillis(300)))
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessageContaining("gave no connection within 300 ms");
            only.close();
            Connections.open(pool, Duration.ofSeconds(20)).close();
        }
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Fence;
import dev.baton.sql.FenceLostException;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What fence and takeover have to do, in a few small plays. Candidates and writers may speak with changed statements. */
final class FenceScenarios {

    /** One play; it throws if something is not as it has to be. */
    @FunctionalInterface
    interface Play {
        void act() throws Exception;
    }

    private static final Strategy LEASE =
            new Strategy.Lease(Duration.ofSeconds(8), Duration.ofMillis(400), Duration.ofMillis(500));
    private static final long A_MOMENT = 250;
    private static final long LONG_ENOUGH = 20_000;

    private final TestDatabase database;
    private final MutantDataSource changed;
    private final Database prepared;
    private final Database plain;
    private final Fence fence;
    private final LeaseTable table;
    private String role;
    private int plays;

    FenceScenarios(TestDatabase database, MutantDataSource changed, Fence fence) {
        this.database = database;
        this.changed = changed;
        this.prepared = ManualCandidate.prepare(changed.dataSource());
        this.plain = ManualCandidate.prepare(database.dataSource());
        this.fence = fence;
        this.table = new LeaseTable(database.dataSource());
    }

    /** All of them, by name, the quick ones first; each on a role of its own. */
    Map<String, Play> plays() {
        Map<String, Play> plays = new LinkedHashMap<>();
        plays.put("terms follow each other", this::termsFollow);
        plays.put("a fence passes the current term only", this::onlyTheCurrentTermPasses);
        plays.put("another history", this::anotherHistory);
        plays.put("other roles are left alone", this::othersAreLeftAlone);
        plays.put("somebody is faster than a takeover", this::fasterThanATakeover);
        plays.put("what cannot be fenced", this::notFenced);
        plays.put("a fence is proven at the commit", this::provenAtTheCommit);
        if (isPostgres()) {
            plays.put("time-outs", this::timeOuts);
        }
        if (!database.dialect().equals("h2")) {
            plays.put("writers share the fence", this::writersShare);
        }
        if (database.hasSessionLocks()) {
            plays.put("a session's takeover leaves the fence open", this::sessionLeavesTheFenceOpen);
        }
        plays.put("a takeover waits for a writer", this::takeoverWaits);
        plays.put("a writer waits for a takeover", this::writerWaits);
        plays.replaceAll((name, play) -> () -> {
            role = "play-" + ++this.plays;
            play.act();
        });
        return plays;
    }

    private boolean isPostgres() {
        return database.dialect().equals("postgresql");
    }

    private ManualCandidate seat(String holder) {
        return new ManualCandidate(prepared, role, holder, LEASE);
    }

    private Connection transaction() throws SQLException {
        Connection connection = changed.dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    private LeaderToken token(String holder, long epoch) {
        return new LeaderToken(role, holder, epoch);
    }

    private void assertHeld(String holder, long epoch) throws SQLException {
        LeaseTable.Row row = table.row(role).orElseThrow();
        assertThat(row.holderId() + row.epoch()).isEqualTo(holder + epoch);
    }

    private void termsFollow() throws Exception {
        try (ManualCandidate a = seat("a");
                ManualCandidate b = seat("b")) {
            LeaderToken first = a.acquire();
            assertThat(b.take()).isInstanceOf(Outcome.HeldBy.class);
            assertThat(a.renew(first)).isInstanceOf(Outcome.Renewed.class);
            for (LeaderToken wrong : List.of(token("a", 2), token("b", 1))) {
                assertThat(a.renew(wrong)).isInstanceOf(Outcome.Lost.class);
                assertThat(a.release(wrong)).isInstanceOf(Outcome.Lost.class);
            }
            table.expire(role);
            assertThat(a.renew(first)).isInstanceOf(Outcome.Lost.class);
            LeaderToken second = b.acquire();
            assertHeld("b", 2);
            assertThat(b.release(second)).isInstanceOf(Outcome.Released.class);
            table.update("UPDATE baton_leases SET expires_at = ? WHERE lease_name = ?", later(), role);
            assertThat(b.renew(second)).isInstanceOf(Outcome.Lost.class);
            assertThat(b.release(second)).isInstanceOf(Outcome.Lost.class);
            table.update("UPDATE baton_leases SET reserved_for = 'node-of-a' WHERE lease_name = ?", role);
            LeaderToken third = a.acquire();
            assertHeld("a", 3);
            assertThat(a.renew(third)).isInstanceOf(Outcome.Renewed.class);
            String reserved = "SELECT reserved_for FROM baton_leases WHERE lease_name = ?";
            assertThat(table.rows(reserved, r -> r.getString(1) == null, role)).containsExactly(true);
        }
    }

    private static Timestamp later() {
        return Timestamp.from(Instant.parse("2100-01-01T00:00:00Z"));
    }

    private void onlyTheCurrentTermPasses() throws Exception {
        try (ManualCandidate a = seat("a");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            passes(connection, token, FenceDemand.UNEXPIRED);
            refused(connection, token("a", 2), FenceDemand.CURRENT);
            refused(connection, token("b", 1), FenceDemand.CURRENT);
            refused(connection, new LeaderToken(role + "-none", "a", 1), FenceDemand.CURRENT);
            table.expire(role);
            refused(connection, token, FenceDemand.UNEXPIRED);
            passes(connection, token, FenceDemand.CURRENT);
            LeaderToken second = a.acquire();
            passes(connection, second, FenceDemand.UNEXPIRED);
            refused(connection, token, FenceDemand.CURRENT);
            a.release(second);
            refused(connection, second, FenceDemand.UNEXPIRED);
            table.revoke(role);
            refused(connection, second, FenceDemand.CURRENT);
        }
    }

    private void passes(Connection connection, LeaderToken token, FenceDemand demand) throws SQLException {
        fence.enter(connection, token, demand);
        fence.commit(connection);
    }

    private void refused(Connection connection, LeaderToken token, FenceDemand demand) throws SQLException {
        assertThatThrownBy(() -> fence.enter(connection, token, demand)).isInstanceOf(StaleTokenException.class);
        connection.rollback();
    }

    private void anotherHistory() throws Exception {
        String from = "UPDATE baton_leases SET timeline = ? WHERE lease_name = ?";
        try (ManualCandidate a = seat("a");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            table.update(from, 0, role);
            passes(connection, token, FenceDemand.UNEXPIRED);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            table.update(from, -77, role);
            refused(connection, token, FenceDemand.CURRENT);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
            assertThat(a.release(token)).isInstanceOf(Outcome.Lost.class);
            table.update(from, 0, role);
            assertThat(a.release(token)).isInstanceOf(Outcome.Released.class);
        } finally {
            table.delete(role);
        }
    }

    /** Holder and epoch are the same; only the name of the role tells them apart. */
    private void othersAreLeftAlone() throws Exception {
        String other = role + "-other";
        String beats = "SELECT beats FROM baton_leases WHERE lease_name = ?";
        try (ManualCandidate a = seat("a");
                ManualCandidate b = seat("b");
                ManualCandidate same = new ManualCandidate(prepared, other, "a", LEASE);
                Connection connection = transaction()) {
            LeaderToken kept = same.acquire();
            LeaderToken token = a.acquire();
            List<Long> before = table.rows(beats, r -> r.getLong(1), other);
            a.renew(token);
            passes(connection, kept, FenceDemand.UNEXPIRED);
            table.expire(role);
            table.expire(other);
            b.release(b.acquire());
            passes(connection, kept, FenceDemand.CURRENT);
            a.release(a.acquire());
            assertThat(table.rows(beats, r -> r.getLong(1), other)).isEqualTo(before);
            assertThat(table.row(other).orElseThrow().holderId()).isEqualTo("a");
        }
    }

    /** Between what a takeover reads and what it writes. */
    private void fasterThanATakeover() throws Exception {
        String take = prepared.ready().sql().get("lease-take").jdbc();
        for (String change : List.of(
                "lease_epoch = lease_epoch + 1",
                "holder_id = 'other'",
                "released = (1 = 1)",
                "expires_at = TIMESTAMP '2100-01-01 00:00:00'")) {
            table.delete(role);
            table.update("DELETE FROM baton_leader_events WHERE lease_name = ?", role);
            try (ManualCandidate a = seat("a");
                    ManualCandidate b = seat("b")) {
                a.acquire();
                table.expire(role);
                String faster = "UPDATE baton_leases SET " + change + " WHERE lease_name = ?";
                String start = take.substring(0, take.indexOf("SET"));
                changed.before(start, () -> table.update(faster, role));
                assertThat(b.take()).as(change).isNotInstanceOf(Outcome.Acquired.class);
            }
        }
    }

    private void notFenced() throws Exception {
        try (ManualCandidate a = seat("a");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            fence.enter(connection, token);
            LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
            fence.enter(connection, token);
            fence.commit(connection);
            if (isPostgres()) {
                LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
                assertThatThrownBy(() -> fence.enter(connection, token)).isInstanceOf(IllegalStateException.class);
                connection.rollback();
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> fence.enter(connection, token)).isInstanceOf(IllegalStateException.class);
            connection.rollback();
        }
    }

    private void provenAtTheCommit() throws Exception {
        try (ManualCandidate a = seat("a");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            fence.enter(connection, token);
            fence.commit(connection);
            if (!isPostgres()) {
                fence.enter(connection, token);
                connection.rollback();
                LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
                assertThatThrownBy(() -> fence.commit(connection)).isInstanceOf(FenceLostException.class);
                connection.rollback();
            }
        }
    }

    private static final List<String> TIME_OUTS = List.of("statement_timeout", "idle_in_transaction_session_timeout");

    private void timeOuts() throws Exception {
        try (ManualCandidate a = seat("a");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            for (String session : List.of("0", "1h")) {
                for (String name : TIME_OUTS) {
                    LeaseTable.update(connection, "SET " + name + " = '" + session + "'");
                }
                connection.commit();
                fence.enter(connection, token);
                for (String name : TIME_OUTS) {
                    assertThat(setting(connection, name)).as(name).isNotEqualTo(session);
                }
                connection.commit();
                for (String name : TIME_OUTS) {
                    assertThat(setting(connection, name)).isEqualTo(session);
                }
                connection.commit();
            }
        }
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT current_setting('" + name + "')");
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void assertWaits(CompletableFuture<?> somebody) throws Exception {
        try {
            Object answer = somebody.get(A_MOMENT, TimeUnit.MILLISECONDS);
            throw new AssertionError("did not wait but answered " + answer);
        } catch (TimeoutException waits) {
            assertThat(somebody).isNotDone();
        }
    }

    private void takeoverWaits() throws Exception {
        try (ManualCandidate a = seat("a");
                ManualCandidate b = seat("b");
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            fence.enter(connection, token);
            table.expire(role);
            CompletableFuture<Outcome> taking = async(b::take);
            assertWaits(taking);
            assertThat(a.renew(token)).as("a heartbeat meanwhile").isInstanceOf(Outcome.Lost.class);
            fence.commit(connection);
            Outcome taken = taking.get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
            assertThat(taken).isInstanceOf(Outcome.Acquired.class);
            passes(connection, token("b", 2), FenceDemand.UNEXPIRED);
        }
    }

    /** Its connection lives on after the takeover, and so would a lock of the session. */
    private void sessionLeavesTheFenceOpen() throws Exception {
        try (ManualCandidate a = new ManualCandidate(prepared, role, "a", Strategy.session());
                Connection connection = transaction()) {
            passes(connection, a.acquire(), FenceDemand.UNEXPIRED);
        }
    }

    /** The takeover is the test's own, in the words that are not changed. */
    private Connection takeover() throws SQLException {
        Database.Ready ready = plain.ready();
        RoleKeys keys = ready.keys(role, RoleKeys.scopeKey("baton", role));
        Connection connection = database.dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        ready.dialect().closeFence(connection, ready.sql(), keys, Duration.ofSeconds(5));
        return connection;
    }

    private void writersShare() throws Exception {
        try (ManualCandidate a = seat("a");
                Connection first = transaction();
                Connection second = transaction()) {
            LeaderToken token = a.acquire();
            CompletableFuture<?> entered;
            try (Connection takeover = takeover()) {
                entered = CompletableFuture.allOf(async(() -> enter(first, token)), async(() -> enter(second, token)));
                assertWaits(entered);
                takeover.rollback();
            }
            entered.get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
            first.commit();
            second.commit();
            enter(first, token);
            async(() -> enter(second, token)).get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
        }
    }

    private boolean enter(Connection connection, LeaderToken token) throws SQLException {
        fence.enter(connection, token);
        return true;
    }

    private void writerWaits() throws Exception {
        String other = role + "-other";
        try (ManualCandidate a = seat("a");
                ManualCandidate same = new ManualCandidate(prepared, other, "a", LEASE);
                Connection writer = transaction();
                Connection beside = transaction()) {
            LeaderToken token = a.acquire();
            LeaderToken kept = same.acquire();
            CompletableFuture<Boolean> entered;
            try (Connection takeover = takeover()) {
                if (isPostgres()) {
                    fence.enter(beside, kept);
                }
                fence.enter(writer, kept);
                entered = async(() -> enter(writer, token));
                assertWaits(entered);
                for (String name : isPostgres() ? List.of("leases") : List.of("leases", "fences")) {
                    LeaseTable.update(
                            takeover,
                            "UPDATE baton_" + name + " SET holder_id = 'b', lease_epoch = 2 WHERE lease_name = ?",
                            role);
                }
                takeover.commit();
            }
            assertThatThrownBy(() -> entered.get(LONG_ENOUGH, TimeUnit.MILLISECONDS))
                    .hasRootCauseInstanceOf(StaleTokenException.class);
        }
    }
}

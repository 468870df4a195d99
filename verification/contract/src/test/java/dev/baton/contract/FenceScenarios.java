package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.FenceLostException;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What fence and takeover have to do, in a few small plays. Candidates and writers may speak with changed statements. */
final class FenceScenarios {

    /** One play; it throws if something is not as it has to be. */
    @FunctionalInterface
    interface Play {
        void act() throws Exception;
    }

    private final FenceStage stage;
    private final FenceWaits waits;
    private final Cluster cluster;

    FenceScenarios(TestDatabase database, MutantDataSource changed, Cluster cluster) {
        this.stage =
                new FenceStage(database, changed, cluster.node("writer").baton().fence());
        this.waits = new FenceWaits(stage);
        this.cluster = cluster;
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
        if (stage.isPostgres()) {
            plays.put("time-outs", this::timeOuts);
            plays.put("two fences at once", new FenceTogether(stage)::twoRoles);
            FenceLocks locks = new FenceLocks(stage, cluster);
            plays.put("locks follow each other", locks::follow);
            plays.put("locks that go the long way", locks::longWay);
            plays.put("a lock is given back by its holder", locks::givenBackByItsHolder);
            plays.put("a writer holds up a lock", locks::writerHoldsUp);
        }
        if (!Set.of("h2", "galera").contains(stage.database.dialect())) {
            plays.put("writers share the fence", waits::writersShare);
        }
        if (stage.database.hasSessionLocks()) {
            plays.put("a session's takeover leaves the fence open", this::sessionLeavesTheFenceOpen);
        }
        plays.put("a takeover waits for a writer", waits::takeoverWaits);
        plays.put("a writer waits for a takeover", waits::writerWaits);
        if (!stage.database.dialect().equals("h2")) {
            plays.put("an old writer is ended", new FenceExpels(stage)::oldWriterIsEnded);
        }
        plays.replaceAll((name, play) -> () -> {
            stage.next();
            play.act();
        });
        return plays;
    }

    private void assertHeld(String holder, long epoch) throws SQLException {
        LeaseTable.Row row = stage.table.row(stage.role()).orElseThrow();
        assertThat(row.holderId() + row.epoch()).isEqualTo(holder + epoch);
    }

    private void termsFollow() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate b = stage.seat("b")) {
            LeaderToken first = a.acquire();
            assertThat(b.take()).isInstanceOf(Outcome.HeldBy.class);
            assertThat(a.renew(first)).isInstanceOf(Outcome.Renewed.class);
            for (LeaderToken wrong : List.of(stage.token("a", 2), stage.token("b", 1))) {
                assertThat(a.renew(wrong)).isInstanceOf(Outcome.Lost.class);
                assertThat(a.release(wrong)).isInstanceOf(Outcome.Lost.class);
            }
            stage.table.expire(stage.role());
            assertThat(a.renew(first)).isInstanceOf(Outcome.Lost.class);
            LeaderToken second = b.acquire();
            assertHeld("b", 2);
            assertThat(b.release(second)).isInstanceOf(Outcome.Released.class);
            stage.table.update("UPDATE baton_leases SET expires_at = ? WHERE lease_name = ?", later(), stage.role());
            assertThat(b.renew(second)).isInstanceOf(Outcome.Lost.class);
            assertThat(b.release(second)).isInstanceOf(Outcome.Lost.class);
            stage.table.update("UPDATE baton_leases SET reserved_for = 'node-of-a' WHERE lease_name = ?", stage.role());
            LeaderToken third = a.acquire();
            assertHeld("a", 3);
            assertThat(a.renew(third)).isInstanceOf(Outcome.Renewed.class);
            String reserved = "SELECT reserved_for FROM baton_leases WHERE lease_name = ?";
            assertThat(stage.table.rows(reserved, r -> r.getString(1) == null, stage.role()))
                    .containsExactly(true);
        }
    }

    private static Timestamp later() {
        return Timestamp.from(Instant.parse("2100-01-01T00:00:00Z"));
    }

    private void onlyTheCurrentTermPasses() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.passes(connection, token, FenceDemand.UNEXPIRED);
            stage.refused(connection, stage.token("a", 2), FenceDemand.CURRENT);
            stage.refused(connection, stage.token("b", 1), FenceDemand.CURRENT);
            stage.refused(connection, new LeaderToken(stage.role() + "-none", "a", 1), FenceDemand.CURRENT);
            stage.table.expire(stage.role());
            stage.refused(connection, token, FenceDemand.UNEXPIRED);
            stage.passes(connection, token, FenceDemand.CURRENT);
            LeaderToken second = a.acquire();
            stage.passes(connection, second, FenceDemand.UNEXPIRED);
            stage.refused(connection, token, FenceDemand.CURRENT);
            a.release(second);
            stage.refused(connection, second, FenceDemand.UNEXPIRED);
            stage.table.revoke(stage.role());
            stage.refused(connection, second, FenceDemand.CURRENT);
        }
    }

    private void anotherHistory() throws Exception {
        String from = "UPDATE baton_leases SET timeline = ? WHERE lease_name = ?";
        try (ManualCandidate a = stage.seat("a");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.table.update(from, 0, stage.role());
            stage.passes(connection, token, FenceDemand.UNEXPIRED);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            stage.table.update(from, -77, stage.role());
            stage.refused(connection, token, FenceDemand.CURRENT);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
            assertThat(a.release(token)).isInstanceOf(Outcome.Lost.class);
            stage.table.update(from, 0, stage.role());
            assertThat(a.release(token)).isInstanceOf(Outcome.Released.class);
        } finally {
            stage.table.delete(stage.role());
        }
    }

    /** Holder and epoch are the same; only the name of the role tells them apart. */
    private void othersAreLeftAlone() throws Exception {
        String other = stage.role() + "-other";
        String beats = "SELECT beats FROM baton_leases WHERE lease_name = ?";
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate b = stage.seat("b");
                ManualCandidate same = new ManualCandidate(stage.prepared, other, "a", FenceStage.LEASE);
                Connection connection = stage.transaction()) {
            LeaderToken kept = same.acquire();
            LeaderToken token = a.acquire();
            List<Long> before = stage.table.rows(beats, r -> r.getLong(1), other);
            a.renew(token);
            stage.passes(connection, kept, FenceDemand.UNEXPIRED);
            stage.table.expire(stage.role());
            stage.table.expire(other);
            b.release(b.acquire());
            stage.passes(connection, kept, FenceDemand.CURRENT);
            a.release(a.acquire());
            assertThat(stage.table.rows(beats, r -> r.getLong(1), other)).isEqualTo(before);
            assertThat(stage.table.row(other).orElseThrow().holderId()).isEqualTo("a");
        }
    }

    /** Between what a takeover reads and what it writes. */
    private void fasterThanATakeover() throws Exception {
        String take = stage.prepared.ready().sql().get("lease-take").jdbc();
        for (String change : List.of(
                "lease_epoch = lease_epoch + 1",
                "holder_id = 'other'",
                "released = (1 = 1)",
                "expires_at = TIMESTAMP '2100-01-01 00:00:00'")) {
            stage.table.delete(stage.role());
            stage.table.update("DELETE FROM baton_leader_events WHERE lease_name = ?", stage.role());
            try (ManualCandidate a = stage.seat("a");
                    ManualCandidate b = stage.seat("b")) {
                a.acquire();
                stage.table.expire(stage.role());
                String faster = "UPDATE baton_leases SET " + change + " WHERE lease_name = ?";
                String start = take.substring(0, take.indexOf("SET"));
                stage.changed.before(start, () -> stage.table.update(faster, stage.role()));
                assertThat(b.take()).as(change).isNotInstanceOf(Outcome.Acquired.class);
            }
        }
    }

    private void notFenced() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.fence.enter(connection, token);
            LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
            stage.fence.enter(connection, token);
            stage.fence.commit(connection);
            if (stage.isPostgres()) {
                LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
                assertThatThrownBy(() -> stage.fence.enter(connection, token))
                        .isInstanceOf(IllegalStateException.class);
                connection.rollback();
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> stage.fence.enter(connection, token)).isInstanceOf(IllegalStateException.class);
            connection.rollback();
        }
    }

    private void provenAtTheCommit() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.fence.enter(connection, token);
            stage.fence.commit(connection);
            if (!stage.isPostgres()) {
                stage.fence.enter(connection, token);
                connection.rollback();
                LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
                assertThatThrownBy(() -> stage.fence.commit(connection)).isInstanceOf(FenceLostException.class);
                connection.rollback();
            }
        }
    }

    private static final List<String> TIME_OUTS = List.of("statement_timeout", "idle_in_transaction_session_timeout");

    private void timeOuts() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            for (String session : List.of("0", "1h")) {
                for (String name : TIME_OUTS) {
                    LeaseTable.update(connection, "SET " + name + " = '" + session + "'");
                }
                connection.commit();
                stage.fence.enter(connection, token);
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

    /** Its connection lives on after the takeover, and so would a lock of the session. */
    private void sessionLeavesTheFenceOpen() throws Exception {
        try (ManualCandidate a = new ManualCandidate(stage.prepared, stage.role(), "a", Strategy.session());
                Connection connection = stage.transaction()) {
            stage.passes(connection, a.acquire(), FenceDemand.UNEXPIRED);
        }
    }
}

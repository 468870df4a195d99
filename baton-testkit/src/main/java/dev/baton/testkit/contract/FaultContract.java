package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.testkit.CutProxy;
import dev.baton.testkit.Node;
import dev.baton.testkit.OverlapWatch;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What networks do to connections: for databases with a server that a proxy can stand before. */
public interface FaultContract extends Contract {

    /** A node whose elections go through the proxy, and whose writes do not. */
    private Node behind(CutProxy proxy, String id) {
        UrlDataSource proxied = new UrlDataSource(database().url(proxy.address()));
        return cluster().node(id, settings -> settings.leadership(proxied));
    }

    /** The leader notices nothing: its connection is there, nobody answers. The gates must not overlap all the same. */
    @Test
    default void cutOfTheDatabasesSideAloneLetsNoGatesOverlap() throws Exception {
        try (CutProxy proxy = CutProxy.before(database())) {
            Node one = behind(proxy, "one");
            Campaign a = one.campaign(role(), session());
            LeaderToken old = Node.leads(a);
            Node two = cluster().node("two");
            Campaign b = two.campaign(role(), session());
            Waits.until("it queues", () -> b.attempts() >= 2);
            try (OverlapWatch watch = OverlapWatch.over(List.of(a.gate(), b.gate()))) {
                proxy.refuse(true);
                proxy.cutDatabaseSide();
                assertThat(Node.leads(b).epoch()).isEqualTo(old.epoch() + 1);
                assertThat(watch.overlap()).isEmpty();
            }
            try (Connection connection = database().dataSource().getConnection()) {
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> one.baton().fence().enter(connection, old))
                        .isInstanceOf(StaleTokenException.class);
            }
        }
    }

    /** The commit is done, its acknowledgement is lost: the term that nobody knows of must end, and be on record. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void lostAnswerToTheTakesCommitCostsATermAndNoMore(Strategy strategy) throws Exception {
        try (CutProxy proxy = CutProxy.before(database())) {
            Node one = behind(proxy, "one");
            Campaign first = one.campaign(role() + "-first", strategy);
            Node.leads(first);
            first.close(); // with its session, to which the driver would soon send a name instead of that word
            proxy.loseAnswerTo("COMMIT");
            Campaign a = one.campaign(role(), strategy);
            LeaderToken token = Node.leads(a);
            assertThat(proxy.hasLostIt()).isTrue();
            assertThat(token.epoch()).isEqualTo(2);
            one.events().await(Kind.LEADER_ACQUIRE_FAILED, role());
            assertThat(table().term(role(), 1)).containsExactly("acquired", "lost");
        }
    }

    /** Half open: no error, no answer. The gate shuts by itself, the term ends by the time-out. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void silenceShutsTheGateAndEndsTheTerm(Strategy strategy) throws Exception {
        Strategy brisk =
                strategy instanceof Strategy.Session session ? shortSession().with(session.takeover()) : shortLease();
        try (CutProxy proxy = CutProxy.before(database())) {
            Node one = behind(proxy, "one");
            Campaign a = one.campaign(role(), brisk);
            LeaderToken token = Node.leads(a);
            proxy.freeze();
            Waits.until("the gate is shut", () -> !a.gate().isLeader());
            one.events().await(Kind.LEADER_LOST, role());
            proxy.thaw();
            proxy.cut();
            one.events().await(Kind.GATE_OPENED, role(), event -> event.epoch() > token.epoch());
        }
    }

    /** A late heartbeat shuts the gate; the next good one opens it again, in the same term. */
    @Test
    default void lateHeartbeatShutsTheGateAndTheNextOpensIt() throws Exception {
        try (CutProxy proxy = CutProxy.before(database())) {
            Node one = behind(proxy, "one");
            Campaign a = one.campaign(role(), session());
            LeaderToken token = Node.leads(a);
            proxy.freeze();
            Waits.until("the gate is shut", () -> !a.gate().isLeader());
            one.events().await(Kind.GATE_CLOSED, role());
            proxy.thaw();
            assertThat(Node.leads(a)).isEqualTo(token);
            assertThat(one.events().all(Kind.LEADER_LOST, role())).isEmpty();
        }
    }

    @Test
    default void databaseThatIsAwayAtStartIsWaitedFor() throws Exception {
        try (CutProxy proxy = CutProxy.before(database())) {
            proxy.refuse(true);
            UrlDataSource away = new UrlDataSource(database().url(proxy.address()));
            Node one = cluster().node("one", away, settings -> settings);
            Campaign a = one.campaign(role(), session());
            Waits.until(
                    "it tries",
                    () -> one.events().all(Kind.LEADER_ACQUIRE_FAILED, role()).size() >= 3);
            proxy.refuse(false);
            assertThat(Node.leads(a).epoch()).isEqualTo(1);
        }
    }

    /** The server ends a transaction that idles behind the fence, or the candidate does. */
    @ParameterizedTest
    @MethodSource("exclusiveStrategies")
    default void pausedWriterCannotHoldUpATakeover(Strategy strategy) throws Exception {
        String table = "paused_" + role().replace('-', '_');
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), strategy);
        table().update("CREATE TABLE " + table + " (x int)");
        try (Connection paused = database().dataSource().getConnection()) {
            paused.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            paused.setAutoCommit(false);
            one.baton().fence().enter(paused, token);
            LeaseTable.update(paused, "INSERT INTO " + table + " VALUES (1)");
            one.crash();
            Campaign b = cluster().node("two").campaign(role(), strategy);
            assertThat(Node.leads(b).epoch()).isEqualTo(token.epoch() + 1);
            assertThatThrownBy(paused::commit).isInstanceOf(SQLException.class);
        }
        assertThat(table().rows("SELECT x FROM " + table, r -> r.getInt(1))).isEmpty();
    }
}

package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.Strategy;
import dev.baton.testkit.Node;
import dev.baton.testkit.process.NodeProcess;
import dev.baton.testkit.process.NodeProcess.OpenGate;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real processes that are killed and paused; their rows and the times of their gates say what happened. */
public interface ProcessContract extends Contract {

    /** The strategies whose gates must never overlap. */
    default Stream<Named<Strategy>> exclusiveStrategies() {
        Stream<Named<Strategy>> lease = Stream.of(Named.of("lease", shortLease()));
        return database().hasSessionLocks()
                ? Stream.concat(lease, Stream.of(Named.of("session", shortSession())))
                : lease;
    }

    private String acts() throws SQLException {
        String acts = "acts_" + role().replace('-', '_');
        table().update("CREATE TABLE " + acts + " (lease_epoch bigint, holder_id varchar(128))");
        return acts;
    }

    private NodeProcess process(String node, String acts, Strategy strategy) throws IOException {
        return NodeProcess.start(database(), node, role(), acts, strategy);
    }

    private long rows(String acts, long epoch) throws SQLException {
        return table().rows("SELECT COUNT(*) FROM " + acts + " WHERE lease_epoch = ?", r -> r.getLong(1), epoch)
                .get(0);
    }

    private static void leads(NodeProcess process, long atLeast) {
        Waits.until(
                "a process leads",
                () -> process.gates().keySet().stream().anyMatch(e -> e >= atLeast)
                        && process.writes().stream().anyMatch(w -> w.startsWith("W")));
    }

    /** No gate of one process was open while a gate of another one was. */
    private static void assertNoOverlap(NodeProcess one, NodeProcess two) {
        for (Map.Entry<Long, OpenGate> a : one.gates().entrySet()) {
            for (Map.Entry<Long, OpenGate> b : two.gates().entrySet()) {
                assertThat(a.getValue().overlaps(b.getValue()))
                        .as(
                                "gate of epoch %s %s and of epoch %s %s",
                                a.getKey(), a.getValue(), b.getKey(), b.getValue())
                        .isFalse();
            }
        }
    }

    @Test
    default void onlyOneProcessActs() throws Exception {
        String acts = acts();
        Strategy strategy = database().hasSessionLocks() ? session() : lease();
        try (NodeProcess one = process("one", acts, strategy);
                NodeProcess two = process("two", acts, strategy)) {
            Waits.until(
                    "both stand, one acts",
                    () -> Stream.of(one, two).noneMatch(p -> p.holderId().isEmpty()) && rows(acts, 1) >= 20);
            List<NodeProcess> leading =
                    Stream.of(one, two).filter(p -> !p.gates().isEmpty()).toList();
            assertThat(leading).hasSize(1);
            assertThat(table().rows("SELECT DISTINCT holder_id FROM " + acts, r -> r.getString(1)))
                    .containsExactly(leading.get(0).holderId());
        }
    }

    @ParameterizedTest
    @MethodSource("exclusiveStrategies")
    default void killedLeaderIsReplaced(Strategy strategy) throws Exception {
        String acts = acts();
        try (NodeProcess one = process("one", acts, strategy)) {
            leads(one, 1);
            try (NodeProcess two = process("two", acts, strategy)) {
                Waits.until("the other stands", () -> !two.holderId().isEmpty());
                one.kill();
                leads(two, 2);
                assertNoOverlap(one, two);
                assertThat(table().term(role(), 1)).startsWith("acquired").endsWith("lost");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("exclusiveStrategies")
    default void pauseClosesGate(Strategy strategy) throws Exception {
        String acts = acts();
        try (NodeProcess one = process("one", acts, strategy)) {
            leads(one, 1);
            try (NodeProcess two = process("two", acts, strategy)) {
                Waits.until("the other stands", () -> !two.holderId().isEmpty());
                one.pause();
                leads(two, 2);
                long before = rows(acts, 1);
                long resumed = System.nanoTime();
                one.resume();
                Waits.until(
                        "the fence has told it",
                        () -> one.writes().stream().anyMatch(write -> write.equals("R 1 SUPERSEDED")));
                assertThat(rows(acts, 1)).as("rows of the paused leader").isEqualTo(before);
                assertThat(one.gates().get(1L).to()).as("its gate, seen open").isLessThan(resumed);
                assertNoOverlap(one, two);
            }
        }
    }

    @Test
    default void databaseRestartReacquires() throws Exception {
        assumeTrue(database().canRestart(), "this test cannot restart the server");
        Node one = cluster().node("one");
        Node two = cluster().node("two");
        Strategy strategy = database().hasSessionLocks() ? session() : lease();
        Campaign a = one.campaign(role(), strategy);
        LeaderToken old = Node.leads(a);
        Campaign b = two.campaign(role(), strategy);
        database().restart();
        one.events().await(Kind.LEADER_LOST, role());
        Waits.until(
                "the role is led again", () -> a.gate().isLeader() || b.gate().isLeader());
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::epoch)
                .satisfies(epoch -> assertThat(epoch).isGreaterThan(old.epoch()));
        assertThat(table().term(role(), old.epoch())).containsExactly("acquired", "lost");
    }
}

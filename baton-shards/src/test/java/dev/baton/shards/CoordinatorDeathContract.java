package dev.baton.shards;

import static dev.baton.shards.FatalStatement.Moment.BEFORE;
import static dev.baton.shards.FatalStatement.Moment.COMMITTED;
import static dev.baton.shards.FatalStatement.Moment.MADE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.shards.FatalStatement.Moment;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whoever coordinates dies in the middle of what it does, at each of its statements: before it, after it, and after the commit. Those
 * that are left end what it has begun.
 */
abstract class CoordinatorDeathContract {

    private static final String GROUP = "crates";
    private static final String RELEASE = "SET released = ";
    private static final String GROUP_ROW = "UPDATE \\S*shard_groups\\s+SET layout";
    private static final int AT_ONCE = 4;
    private static final int MOST_TRIALS = 5;

    /** Where it dies: at which of the statements with such a text. */
    private record Point(String text, int time, Moment moment) {}

    protected abstract TestDatabase fresh();

    /** Quick to take over: there is a death in every trial. */
    protected abstract Strategy strategy();

    /** What the coordinator is in the middle of. */
    @FunctionalInterface
    private interface Act {
        void begin(Shards coordinator) throws SQLException;
    }

    private static Stream<Point> points(String text, int time, Moment... moments) {
        return Stream.of(moments).map(moment -> new Point(text, time, moment));
    }

    private static Stream<Point> releases(int time) {
        return points(RELEASE, time, BEFORE, MADE);
    }

    /** It has all shards end, its own among them, takes each of them once, and begins the next layout. */
    @Test
    void anotherNumberOfShardsIsGivenAllTheSame() throws Exception {
        Stream<Point> points = Stream.of(
                        points(GROUP_ROW, 1, BEFORE, MADE, COMMITTED),
                        releases(1),
                        releases(2),
                        releases(3),
                        releases(6),
                        points("DELETE FROM \\S*shard_plan", 1, BEFORE, MADE),
                        points("INSERT INTO \\S*shard_plan", 1, BEFORE, MADE),
                        points(GROUP_ROW, 2, BEFORE, MADE, COMMITTED))
                .flatMap(each -> each);
        tryAll(points, coordinator -> coordinator.resize(4), new Layout(2, 4));
    }

    @Test
    void whatItLeavesOfItsOwnWillIsLed() throws Exception {
        Stream<Point> points = Stream.of(
                        points("UPDATE \\S*shard_plan", 1, BEFORE, MADE, COMMITTED),
                        points(GROUP_ROW, 1, BEFORE, MADE),
                        releases(1),
                        releases(2))
                .flatMap(each -> each);
        tryAll(points, Shards::drain, new Layout(1, 6));
    }

    @Test
    void whatItWasClosingIsLed() throws Exception {
        Stream<Point> points = Stream.of(
                        points("DELETE FROM \\S*shard_members", 1, BEFORE, MADE),
                        points("DELETE FROM \\S*shard_work", 1, BEFORE),
                        releases(1),
                        releases(2),
                        releases(3))
                .flatMap(each -> each);
        tryAll(points, coordinator -> CompletableFuture.runAsync(coordinator::close), new Layout(1, 6));
    }

    private void tryAll(Stream<Point> points, Act act, Layout expected) throws Exception {
        Queue<Point> left = points.collect(Collectors.toCollection(ConcurrentLinkedQueue::new));
        ConcurrentRuns.run(AT_ONCE, number -> {
            for (Point point = left.poll(); point != null; point = left.poll()) {
                tryAt(point, act, expected);
            }
            return null;
        });
    }

    private void tryAt(Point point, Act act, Layout expected) throws Exception {
        boolean asked = false;
        for (int trials = 0; !asked && trials < MOST_TRIALS; trials++) {
            Trial trial = new Trial(point);
            try {
                trial.begin();
                asked = trial.run(act, expected);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("a death at " + point, e);
            } finally {
                trial.end();
            }
        }
        assertThat(asked).as("died at " + point + " after it was asked").isTrue();
    }

    /** Three nodes on a database of their own, one of which dies. */
    private final class Trial extends ShardsFixture {

        private final Point point;
        private final FatalStatement fatal;
        private final Map<String, Node> nodes = new TreeMap<>();
        private final Map<String, Shards> members = new TreeMap<>();

        Trial(Point point) {
            this.point = point;
            this.fatal = new FatalStatement(point.text(), point.time(), point.moment());
        }

        @Override
        protected TestDatabase fresh() {
            return CoordinatorDeathContract.this.fresh();
        }

        @Override
        Strategy strategy() {
            return CoordinatorDeathContract.this.strategy();
        }

        @Override
        void end() throws Exception {
            members.values().parallelStream().forEach(Shards::close);
            super.end();
        }

        /** False if it was dead when it was asked: a machine that stands still takes roles from it before. */
        boolean run(Act act, Layout expected) throws Exception {
            for (String id : List.of("a", "b", "c")) {
                Node node = node(id, fatal.watched(id, pool()));
                nodes.put(id, node);
                members.put(
                        id,
                        Shards.of(node.baton(), GROUP, 6)
                                .work(ledger.work(node.baton()))
                                .every(ROUND, Duration.ofSeconds(2))
                                .start());
            }
            untilEven(new Layout(1, 6), members);
            String coordinator = coordinator();
            // What a role's holder does all do; the rows of the group are written by whoever coordinates, if that is
            // another by now.
            (point.text().equals(RELEASE) ? Set.of(coordinator) : nodes.keySet())
                    .forEach(id -> fatal.arm(id, nodes.get(id)::crash));
            try {
                act.begin(members.get(coordinator));
            } catch (SQLException e) {
                if (fatal.dead().filter(coordinator::equals).isPresent()) {
                    return false;
                }
                throw e;
            }
            Waits.until("it has died", () -> fatal.dead().isPresent());

            Map<String, Shards> survivors = new TreeMap<>(members);
            String dead = fatal.dead().orElseThrow();
            survivors.remove(dead);
            untilEven(expected, survivors);
            Waits.until(
                    "every key is worked on by those that are left",
                    () -> ledger.all().stream()
                                    .filter(done -> !done.node().equals(dead) && done.layout() == expected.number())
                                    .map(KeyLedger.Done::key)
                                    .distinct()
                                    .count()
                            == KeyLedger.KEYS.size());
            assertNoKeyWasWorkedOnTwice();
            return true;
        }

        private String coordinator() throws SQLException {
            return nodes.get("a").baton().leadership().leaders().stream()
                    .filter(leader -> leader.role().equals(GroupNames.coordinator(GROUP)))
                    .findFirst()
                    .orElseThrow()
                    .nodeId();
        }

        private void untilEven(Layout layout, Map<String, Shards> among) {
            int each = layout.shards() / among.size();
            Waits.until(layout + " led by " + among.keySet() + ", " + each + " each", () -> {
                Set<Integer> all = new HashSet<>();
                among.values().forEach(shards -> all.addAll(led(shards)));
                return all.size() == layout.shards()
                        && among.values().stream()
                                .allMatch(shards -> led(shards).size() == each
                                        && shards.layout().equals(Optional.of(layout)));
            });
            assertThat(layout.shards() % among.size()).isZero();
        }
    }
}

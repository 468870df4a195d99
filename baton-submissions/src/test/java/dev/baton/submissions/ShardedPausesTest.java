package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.ShardTerm;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.store.Lanes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway that fails is left alone by all nodes, whichever of them noticed, and wherever shards move. */
class ShardedPausesTest {

    private static final int WINDOW = 4;
    private static final int CONCURRENCY = 8;

    private final AtomicBoolean broken = new AtomicBoolean(true);
    private int rounds;

    /** Targets {@code t0…} of gateway {@code fake} and {@code o0…} of {@code other}, so that each shard has some of both. */
    private static SubmissionSettings settings() {
        return SubmissionSettings.of(
                        List.of(GatewaySpec.of("fake", "fake", ""), GatewaySpec.of("other", "fake", "")),
                        Stream.of("fake", "other")
                                .flatMap(gateway -> IntStream.range(0, ManyTargets.TARGETS)
                                        .mapToObj(i -> Target.of(
                                                        prefix(gateway) + i, gateway, new Policy.MaxAttempts(100_000))
                                                .retryDelay(RetryDelay.fixed(Duration.ofMillis(50)))))
                                .toList())
                .refreshInterval(Duration.ofMillis(200));
    }

    private static String prefix(String gateway) {
        return gateway.equals("fake") ? "t" : "o";
    }

    private TestNode.Setup node(DataSource source, Databases engine, String name) {
        return TestNode.on(source)
                .named(name)
                .strategy(engine.strategy())
                .with(settings -> settings().concurrency(CONCURRENCY))
                .fake(fake -> fake.answering(
                        call -> broken.get() ? new GatewayAnswer.Nonsense("broken") : new GatewayAnswer.Accepted("ok")))
                .shards(ManyTargets.SHARDS);
    }

    /** Accepts, and knows of no limits: where there are some, the gateway's lane is not divided. */
    private TestNode.Setup client(DataSource source, Databases engine) {
        return node(source, engine, "client").observing();
    }

    private TestNode.Setup pausing(DataSource source, Databases engine, String name, int window, Duration pause) {
        return node(source, engine, name)
                .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.breaker(50, window, pause))));
    }

    private static boolean leads(TestNode node, String gateway, String target) {
        String lane = Lanes.divided(gateway, target);
        return node.group.leading().stream().anyMatch((ShardTerm term) -> term.covers(lane));
    }

    private static void submitTo(TestNode client, TestNode leader, String gateway, String prefix) throws SQLException {
        for (int i = 0; i < ManyTargets.TARGETS; i++) {
            String target = prefix(gateway) + i;
            if (leads(leader, gateway, target)) {
                client.submit(target + "-" + prefix, target);
            }
        }
    }

    private static int pauses(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM submission_pauses")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void awaitPause(DataSource source) {
        Awaitility.await("a pause").atMost(TestNode.PATIENCE).until(() -> pauses(source) == 1);
    }

    /** That it works on the lanes of another gateway, again and again, shows that it has looked at all of its lanes meanwhile. */
    private void awaitCallsOfOther(TestNode client, TestNode node) throws SQLException {
        for (int i = 0; i < 3; i++) {
            long before = node.other().count();
            submitTo(client, node, "other", "round" + rounds++);
            Awaitility.await("calls of another gateway")
                    .atMost(TestNode.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> node.other().count() > before);
        }
    }

    private void awaitSilence(TestNode client, TestNode node) {
        Awaitility.await("no more calls of the gateway that fails")
                .atMost(TestNode.PATIENCE)
                .until(() -> {
                    long before = node.fake().count();
                    awaitCallsOfOther(client, node);
                    return node.fake().count() == before;
                });
    }

    /**
     * One node finds that the gateway fails. The other has far too few calls to notice, and would call it for ever, as would one
     * that joins later and takes shards over. All of them go on with other gateways.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void aGatewayThatFailsIsPausedOnAllNodes(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        Duration pause = Duration.ofHours(1);
        try (TestNode client = client(source, engine).start();
                TestNode one = pausing(source, engine, "one", WINDOW, pause).start();
                TestNode two = pausing(source, engine, "two", 1_000_000, pause).start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            submitTo(client, two, "fake", "second");
            Awaitility.await("calls of the second node")
                    .atMost(TestNode.PATIENCE)
                    .until(() -> two.fake().count() > WINDOW);
            submitTo(client, one, "fake", "first");
            awaitPause(source);
            awaitSilence(client, two);
            try (TestNode three =
                    pausing(source, engine, "three", 1_000_000, pause).start()) {
                ManyTargets.awaitEven(ManyTargets.SHARDS, one, two, three);
                awaitCallsOfOther(client, three);
                assertThat(three.fake().count())
                        .as("calls of a node that took shards over")
                        .isZero();
            }
            assertThat(one.fake().count())
                    .as("calls until the pause, and what was under way then")
                    .isBetween((long) WINDOW, (long) WINDOW + CONCURRENCY);
        }
    }

    /** A pause costs no attempt and loses nothing: all is accepted when the gateway works again. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void whatWaitedIsCalledWhenThePauseIsOver(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        Duration brief = Duration.ofMillis(300);
        try (TestNode client = client(source, engine).start();
                TestNode one = pausing(source, engine, "one", WINDOW, brief).start();
                TestNode two = pausing(source, engine, "two", WINDOW, brief).start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            List<String> ids = ManyTargets.submit(client, "i", 2);
            awaitPause(source);
            broken.set(false);
            ManyTargets.awaitAccepted(client, ids);
            assertThat(one.fake().count()).isPositive();
            assertThat(two.fake().count()).isPositive();
        }
    }

    /** Written by hand, or by a clock that has gone back since: it holds up calls for no longer than any, and then others replace it. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void aPauseWithoutAnEndInSightEndsAllTheSame(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        broken.set(false);
        try (TestNode client = client(source, engine).start()) {
            Databases.execute(
                    source,
                    "INSERT INTO submission_pauses (gateway, holder_id, ends_at) VALUES ('fake', 'nobody#1', "
                            + engine.endOfTime() + ")");
            try (TestNode one = pausing(source, engine, "one", WINDOW, Duration.ofMillis(300))
                    .start()) {
                ManyTargets.awaitEven(ManyTargets.SHARDS, one);
                ManyTargets.awaitAccepted(client, ManyTargets.submit(client, "i", 1));
                broken.set(true);
                submitTo(client, one, "fake", "fails");
                Awaitility.await("a pause that was found")
                        .atMost(TestNode.PATIENCE)
                        .until(() -> !holderOfPause(source).equals("nobody#1"));
            }
        }
    }

    /** Somebody forgot the rights to their table, say. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void attemptsAreMadeAlsoIfPausesCannotBeRead(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        broken.set(false);
        try (TestNode client = client(source, engine).start();
                TestNode one = node(source, engine, "one").start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one);
            Databases.execute(source, "DROP TABLE submission_pauses");
            ManyTargets.awaitAccepted(client, ManyTargets.submit(client, "i", 1));
            try (TestNode two = node(source, engine, "two").start()) {
                ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
                ManyTargets.awaitAccepted(client, ManyTargets.submit(client, "j", 1));
                assertThat(two.fake().count()).isPositive();
            }
        }
    }

    private static String holderOfPause(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT holder_id FROM submission_pauses")) {
            rows.next();
            return rows.getString(1);
        }
    }
}

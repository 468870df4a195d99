package dev.baton.submissions;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.FakeKind;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.store.SubmissionSchema;
import dev.baton.testkit.OddConnections;
import dev.baton.testkit.TestPatience;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** One node of a cluster in this process, with fake gateways {@code fake} and {@code other}. */
final class TestNode implements AutoCloseable {

    static final Duration PATIENCE = TestPatience.LONGEST_WAIT;

    /** What a divided executor's group is called. */
    static final String GROUP = "intents";

    final FakeKind fakes = new FakeKind();
    final HikariDataSource pool;
    final OddConnections odd;
    final Baton baton;
    final SubmissionManager manager;
    /** Attempts that terms of shards have put on record here, as they say. */
    final LongAdder counted = new LongAdder();

    Shards group;

    private TestNode(Setup setup) {
        this.pool = Databases.pool(setup.application, 12);
        pool.setConnectionTimeout(setup.database == setup.application ? 30_000 : 1_000);
        this.odd = new OddConnections(pool, setup.isolation);
        BatonBuilder elections = Baton.on(setup.isolation == 0 ? pool : odd.dataSource())
                .leadership(setup.database)
                .node(setup.name)
                .component(SubmissionSchema.COMPONENT);
        this.baton = (setup.shards > 1 ? elections.component(ShardsSchema.COMPONENT) : elections).start();
        Candidacy candidacy = Candidacy.of(SubmissionManager.ROLE).with(setup.strategy);
        SubmissionManagerBuilder builder = SubmissionManager.on(baton, setup.settings)
                .kind(fakes)
                .candidacy(setup.observer ? candidacy.observing() : candidacy)
                .listener(setup.listener);
        setup.fakeScript.accept(fakes.named("fake"));
        if (setup.shards > 1) {
            builder.shards(executor -> group = Shards.of(baton, GROUP, setup.shards)
                    .strategy(setup.strategy)
                    .every(Duration.ofMillis(150), Duration.ofSeconds(3))
                    .work(term -> executor.lead(term, term::covers, counted::add))
                    .start());
        }
        this.manager = setup.more.apply(builder).start();
    }

    static Setup on(DataSource database) {
        return new Setup(database);
    }

    /** How a node is to be. */
    static final class Setup {
        private final DataSource database;
        private DataSource application;
        private String name = "one";
        private SubmissionSettings settings = settings();
        private boolean observer;
        private int shards = 1;
        private int isolation;
        private Strategy strategy = quick();
        private SubmissionListener listener = new SubmissionListener() {};
        private UnaryOperator<SubmissionManagerBuilder> more = UnaryOperator.identity();
        private Consumer<FakeGateway> fakeScript = fake -> {};

        private Setup(DataSource database) {
            this.database = database;
            this.application = database;
        }

        /** Everything but the leadership goes through this. */
        Setup application(DataSource source) {
            application = source;
            return this;
        }

        Setup named(String id) {
            name = id;
            return this;
        }

        Setup with(UnaryOperator<SubmissionSettings> change) {
            settings = change.apply(settings);
            return this;
        }

        /** Into how many the executor is divided; not at all, if 1. */
        Setup shards(int number) {
            shards = number;
            return this;
        }

        Setup observing() {
            observer = true;
            return this;
        }

        /** The application's connections come in another state than usual, and at this isolation. */
        Setup oddly(int level) {
            isolation = level;
            return this;
        }

        Setup strategy(Strategy how) {
            strategy = how;
            return this;
        }

        Setup heard(SubmissionListener by) {
            listener = by;
            return this;
        }

        Setup more(UnaryOperator<SubmissionManagerBuilder> change) {
            more = change;
            return this;
        }

        Setup fake(Consumer<FakeGateway> script) {
            fakeScript = script;
            return this;
        }

        TestNode start() {
            return new TestNode(this);
        }
    }

    static Strategy quick() {
        return new Strategy.Session(
                Duration.ofMillis(200),
                Duration.ofMillis(1000),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
    }

    static Strategy lease() {
        return new Strategy.Lease(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    static SubmissionSettings settings() {
        RetryDelay soon = RetryDelay.fixed(Duration.ofMillis(50));
        return SubmissionSettings.of(
                        List.of(GatewaySpec.of("fake", "fake", ""), GatewaySpec.of("other", "fake", "")),
                        List.of(
                                Target.of("three", "fake", new Policy.MaxAttempts(3))
                                        .terminal(List.of("invalid_recipient"))
                                        .retryDelay(soon),
                                Target.of("many", "fake", new Policy.MaxAttempts(20))
                                        .retryDelay(soon),
                                Target.of("once", "fake", new Policy.OneShot()),
                                Target.of("deadline", "fake", new Policy.Deadline(Duration.ofSeconds(2)))
                                        .retryDelay(RetryDelay.fixed(Duration.ofMillis(300))),
                                Target.of("other", "other", new Policy.MaxAttempts(3))
                                        .retryDelay(soon)))
                .refreshInterval(Duration.ofMillis(200));
    }

    FakeGateway fake() {
        return fakes.named("fake");
    }

    FakeGateway other() {
        return fakes.named("other");
    }

    LeaderToken awaitLeader() throws InterruptedException {
        return manager.campaign().awaitLeadership(PATIENCE).orElseThrow();
    }

    /** Until it has arrived: a node that has just been started is no candidate yet, and gets nothing. */
    static void handOver(List<TestNode> nodes, TestNode next) {
        Awaitility.await("the role goes on")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    for (TestNode node : nodes) {
                        if (node != next && node.manager.campaign().gate().isLeader()) {
                            node.manager.campaign().transferTo(next.baton.nodeId());
                        }
                    }
                    return next.manager.campaign().gate().isLeader();
                });
    }

    static IntentRequest request(String id, String target) {
        return IntentRequest.of(id, target, "{\"to\":\"x\"}".getBytes(StandardCharsets.UTF_8));
    }

    Intent submit(String id, String target) throws SQLException {
        Acceptance answer = manager.accept(request(id, target));
        if (answer instanceof Acceptance.Created created) {
            return created.intent();
        }
        throw new AssertionError("not created: " + answer);
    }

    Intent awaitTerminal(String id) {
        return Awaitility.await("intent " + id)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> manager.get(id).orElseThrow(), intent -> intent.status() != IntentStatus.PENDING);
    }

    @Override
    public void close() {
        manager.close();
        baton.close();
        pool.close();
    }
}

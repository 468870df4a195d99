package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.ShardTerm;
import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shards of one node that write at the same time: in one transaction where the database can, and one that is stale costs the others nothing. */
class ShardedTogetherTest {

    private final CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();

    private void held(FakeGateway gateway) {
        gateway.answeringLater(call -> answer.copy());
    }

    private TestNode node(DataSource source, Databases engine) {
        return TestNode.on(source)
                .named("one")
                .strategy(engine.strategy())
                .with(settings -> ManyTargets.settings().concurrency(2 * ManyTargets.TARGETS))
                .fake(this::held)
                .shards(ManyTargets.SHARDS)
                .start();
    }

    private static String lane(LeaseTable table, String id) throws SQLException {
        return table.rows("SELECT gateway FROM submission_intents WHERE intent_id = ?", row -> row.getString(1), id)
                .get(0);
    }

    /** All calls are under way when a shard is lost; then all of them are answered at once. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void aStaleShardLosesItsOwnOutcomesAndNoOthers(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        LeaseTable table = new LeaseTable(source);
        try (TestNode one = node(source, engine)) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one);
            List<String> ids = ManyTargets.submit(one, "a", 1);
            Awaitility.await("all calls are under way")
                    .atMost(TestNode.PATIENCE)
                    .until(() -> one.fake().count() >= ids.size());
            String lost = lane(table, ids.get(0));
            ShardTerm stale = one.group.leading().stream()
                    .filter(term -> term.covers(lost))
                    .findFirst()
                    .orElseThrow();
            table.revoke(stale.token().role());
            answer.complete(new GatewayAnswer.Accepted("late"));
            ManyTargets.awaitAccepted(one, ids);
            Set<Boolean> seen = new HashSet<>();
            for (String id : ids) {
                List<Attempt> attempts = one.manager.history(id).orElseThrow().attempts();
                boolean ofStale = stale.covers(lane(table, id));
                seen.add(ofStale);
                if (ofStale) {
                    assertThat(attempts).extracting(Attempt::outcomeStatus).startsWith(OutcomeStatus.UNKNOWN);
                    assertThat(attempts)
                            .as("written under a term that is over")
                            .extracting(Attempt::leaseEpoch)
                            .doesNotContain(stale.token().epoch());
                } else if (!ManyTargets.wasDisturbed(one, id)) {
                    assertThat(attempts).hasSize(1);
                }
            }
            assertThat(seen).containsExactlyInAnyOrder(true, false);
        }
    }

    /** The starts of one transaction touch the rows of their shards, and its outcomes are rows of their own. */
    @Test
    void shardsThatWriteAtTheSameTimeShareATransaction() throws Exception {
        answer.complete(new GatewayAnswer.Accepted("soon"));
        DataSource source = Databases.POSTGRESQL.fresh();
        LeaseTable table = new LeaseTable(source);
        try (TestNode one = node(source, Databases.POSTGRESQL)) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one);
            List<String> ids = new ArrayList<>();
            List<Boolean> shared = new ArrayList<>(List.of(false, false));
            Awaitility.await("starts and outcomes of several shards in one transaction")
                    .atMost(TestNode.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        ids.addAll(ManyTargets.submit(one, "r" + ids.size() + "-", 2));
                        shared.set(0, shared.get(0) || startsShared(table));
                        shared.set(1, shared.get(1) || outcomesShared(one, table));
                        return shared.get(0) && shared.get(1);
                    });
            ManyTargets.awaitAccepted(one, ids);
        }
    }

    /** Whether they were started is not known then: to start them again by themselves would find them started by somebody else. */
    @Test
    void startsOfWhichNobodyKnowsWhetherTheyWereCommittedAreLeftToTheNextTerms() throws Exception {
        DataSource source = Databases.POSTGRESQL.fresh();
        FaultyDataSource faulty = new FaultyDataSource(source);
        AtomicBoolean failed = new AtomicBoolean();
        SubmissionListener losing = new SubmissionListener() {
            @Override
            public void starting(List<String> intentIds) {
                if (!failed.get()) {
                    faulty.loseCommits(1);
                }
            }

            @Override
            public void scheduleRefreshFailed(Exception error) {
                if (String.valueOf(error.getMessage()).contains("lost by the test")) {
                    failed.set(true);
                    faulty.loseCommits(0);
                }
            }
        };
        TestNode.Setup setup = TestNode.on(source)
                .named("one")
                .application(faulty.dataSource())
                .with(settings -> ManyTargets.settings().concurrency(10_000))
                .fake(this::held) // so that no commit of outcomes is lost instead
                .heard(losing)
                .shards(ManyTargets.SHARDS);
        try (TestNode client = TestNode.on(source)
                        .named("client")
                        .with(settings -> ManyTargets.settings())
                        .shards(ManyTargets.SHARDS)
                        .observing()
                        .start();
                TestNode one = setup.start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one);
            List<String> ids = new ArrayList<>();
            Awaitility.await("a commit of starts is not answered")
                    .atMost(TestNode.PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        ids.addAll(ManyTargets.submit(client, "r" + ids.size() + "-", 1));
                        return failed.get();
                    });
            answer.complete(new GatewayAnswer.Accepted("late"));
            ManyTargets.awaitAccepted(client, ids);
            List<OutcomeStatus> outcomes = new ArrayList<>();
            for (String id : ids) {
                client.manager.history(id).orElseThrow().attempts().forEach(a -> outcomes.add(a.outcomeStatus()));
            }
            assertThat(outcomes).contains(OutcomeStatus.UNKNOWN, OutcomeStatus.ACCEPTED);
        }
    }

    private static boolean startsShared(LeaseTable table) throws SQLException {
        return !table.rows(
                        "SELECT 1 FROM submission_executors WHERE attempts = 'own' AND batches > 0"
                                + " GROUP BY xmin::text HAVING count(*) > 1",
                        row -> row.getInt(1))
                .isEmpty();
    }

    private static boolean outcomesShared(TestNode node, LeaseTable table) throws SQLException {
        record Written(String transaction, String lane) {}
        Map<String, Set<Integer>> shards = table
                .rows(
                        "SELECT a.xmin::text, i.gateway FROM submission_attempts a JOIN submission_intents i USING"
                                + " (intent_id)",
                        row -> new Written(row.getString(1), row.getString(2)))
                .stream()
                .collect(Collectors.groupingBy(
                        Written::transaction,
                        Collectors.flatMapping(
                                written -> node.group.leading().stream()
                                        .filter(term -> term.covers(written.lane()))
                                        .map(ShardTerm::shard),
                                Collectors.toSet())));
        return shards.values().stream().anyMatch(some -> some.size() > 1);
    }
}

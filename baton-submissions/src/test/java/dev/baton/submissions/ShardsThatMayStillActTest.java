package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.testkit.CutProxy;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whoever ends the division waits until no gate of a shard can be open any more: its lease may look as if it was over while a call
 * is under way and the gate behind it open.
 */
class ShardsThatMayStillActTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final CutProxy proxy = CutProxy.before(database);
    private final List<TestNode> nodes = new ArrayList<>();
    private final AtomicReference<LeaderGate> gateOfShard = new AtomicReference<>();
    private final Queue<String> calledBeside = new ConcurrentLinkedQueue<>();
    private TestNode whole;

    /** Gates stay open for long without a heartbeat. */
    private static Strategy trusting() {
        return new Strategy.Session(
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
    }

    private TestNode.Setup node(TestNode.Setup setup, String name) {
        return setup.named(name).strategy(trusting()).with(settings -> ManyTargets.settings());
    }

    /** An attempt of a shard is under way, and a leader that is to make all attempts waits for it. */
    @BeforeEach
    void waitForTheCallOfAShard() throws Exception {
        TestNode shards = node(TestNode.on(new UrlDataSource(database.url(proxy.address()))), "shards")
                .application(database.dataSource())
                .shards(2)
                .fake(fake -> fake.answeringLater(call -> new CompletableFuture<>()))
                .start();
        nodes.add(shards);
        assertThat(shards.manager.campaign().awaitLeadership(TestNode.PATIENCE)).isPresent();
        ManyTargets.awaitEven(2, shards);
        shards.submit("t0-first", "t0");
        Awaitility.await().atMost(TestNode.PATIENCE).until(() -> shards.fake().count() == 1);
        whole = node(TestNode.on(database.dataSource()), "whole")
                .fake(this::watched)
                .start();
        nodes.add(whole);
        TestNode.handOver(List.of(shards), whole);
        Awaitility.await("the other shard ends")
                .atMost(TestNode.PATIENCE)
                .until(() -> entered().size() == 1);
        String role = entered().get(0);
        gateOfShard.set(shards.baton.campaigns().stream()
                .filter(campaign -> campaign.role().equals(role))
                .findFirst()
                .map(Campaign::gate)
                .orElseThrow());
    }

    @AfterEach
    void close() {
        proxy.thaw();
        nodes.forEach(TestNode::close);
        proxy.close();
        database.close();
    }

    private void watched(FakeGateway fake) {
        fake.answering(call -> {
            if (gateOfShard.get().isLeader()) {
                calledBeside.add(call.intentId());
            }
            return new GatewayAnswer.Accepted("ok");
        });
    }

    private List<String> entered() throws SQLException {
        return texts("SELECT lease_name FROM submission_executors WHERE attempts = 'own'");
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private void update(String role, String change) throws SQLException {
        Databases.execute(
                database.dataSource(), "UPDATE baton_leases SET " + change + " WHERE lease_name = '" + role + "'");
    }

    /** Its connection was cut on the server's side alone: a rival has the lease at once, and opens its gate a window later. */
    @Test
    void aTermThatIsSupersededIsWaitedForUntilItsGateHasShut() throws Exception {
        proxy.freeze();
        update(
                entered().get(0),
                "lease_epoch = lease_epoch + 1, holder_id = 'another#1', node_id = 'another',"
                        + " acquired_at = clock_timestamp(), renewed_at = clock_timestamp()");
        whole.awaitTerminal("t0-first");
        assertThat(calledBeside).isEmpty();
    }

    /** The clock of the database steps: the lease has expired, until the next heartbeat. */
    @Test
    void aLeaseThatExpiresByAStepOfTheClockAloneIsNotOver() throws Exception {
        String role = entered().get(0);
        for (int step = 0; step < 4; step++) {
            update(role, "expires_at = clock_timestamp() - interval '1 hour'");
            Awaitility.await("the next heartbeat")
                    .atMost(TestNode.PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> texts("SELECT 1 FROM baton_leases WHERE lease_name = '" + role
                                            + "' AND expires_at > clock_timestamp()")
                                    .size()
                            == 1);
        }
        assertThat(whole.fake().count()).isZero();
        assertThat(entered()).containsExactly(role);
    }
}

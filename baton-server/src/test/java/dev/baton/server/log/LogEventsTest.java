package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.server.TestNode;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.serve.Serve;
import dev.baton.sql.Baton;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every documented event is logged with every documented key. */
class LogEventsTest {

    private static final String ROLE = "logged";
    private static final String EXECUTOR = "submission-manager-executor";

    /** Its server-side watchdog would come only after the test. */
    private static final Strategy.Session SESSION = new Strategy.Session(
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            Takeover.EXCLUSIVE);

    private static final String WORK = """
            gateways.slow = { type = 'fake', delay = '10m' }
            targets.slow = { gateway = 'slow', policy = 'one_shot' }
            jobs.poll_interval = '200ms'
            jobs.heartbeat = '200ms'
            """;

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final LeaseTable tables = new LeaseTable(database.dataSource());
    private final Cluster cluster = new Cluster(database::dataSource);
    private final LogEvents log = new LogEvents();

    @AfterEach
    void end() {
        cluster.close();
        log.close();
        database.close();
    }

    private void logsTerm(String event, String holder, long epoch) {
        logsTerm(event, ROLE, holder, epoch);
    }

    private Map<String, Object> logsTerm(String event, String role, String holder, long epoch) {
        Map<String, Object> fields = log.await(event, role);
        assertThat(fields)
                .as(event)
                .containsEntry("role", role)
                .containsEntry("holder_id", holder)
                .containsEntry("lease_epoch", epoch)
                .containsKeys("scope_key", "reason", "expires_at");
        assertThat(fields.get("expires_at")).isInstanceOf(Instant.class);
        assertThat(fields.get("scope_key")).isInstanceOf(Long.class);
        assertThat((String) fields.get("reason")).isNotBlank();
        return fields;
    }

    @Test
    void aTermFromItsBeginningToADrain() throws Exception {
        Node one = cluster.node("one");
        Campaign campaign = one.campaign(ROLE, SESSION);
        LeaderToken token = Node.leads(campaign);
        logsTerm("leader_acquired", token.holderId(), 1);
        logsTerm("gate_opened", token.holderId(), 1);
        logsTerm("leader_renewed", token.holderId(), 1);

        campaign.drain().join();

        logsTerm("leader_drained", token.holderId(), 1);
        logsTerm("gate_closed", token.holderId(), 1);
    }

    @Test
    void aTermThatIsHandedOver() throws Exception {
        Node one = cluster.node("one");
        Campaign campaign = one.campaign(ROLE, SESSION);
        LeaderToken token = Node.leads(campaign);
        Node two = cluster.node("two");
        two.campaign(ROLE, SESSION);
        Waits.until(
                "the other is known",
                () -> tables.rows("SELECT lease_name FROM baton_candidates", r -> 1)
                                .size()
                        == 2);

        campaign.transferTo("two").join();

        logsTerm("leader_transferred", token.holderId(), 1);
    }

    @Test
    void aTermThatIsLostAndAWriteThatIsRefused() throws Exception {
        Node one = cluster.node("one");
        LeaderToken token = Node.leads(one.campaign(ROLE, SESSION));
        tables.revoke(ROLE);
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> one.baton().fence().enter(connection, token))
                    .isInstanceOf(StaleTokenException.class);
            connection.rollback();
        }

        logsTerm("fenced_write_rejected", token.holderId(), 1);
        logsTerm("leader_lost", token.holderId(), 1);
    }

    @Test
    void aDatabaseThatIsAway() throws Exception {
        Node one = cluster.node("one");
        LeaderToken token = Node.leads(one.campaign(ROLE, SESSION));

        one.crash();

        logsTerm("leader_renew_failed", token.holderId(), 1);
        logsTerm("leader_acquire_failed", token.holderId(), 1);
        assertThat(log.await("leader_renew_failed", ROLE)).containsKey("sql_error");
        assertThat(log.await("leader_acquire_failed", ROLE)).containsKey("sql_error");
        one.revive();
    }

    /** There is no term, so neither an epoch nor an end of it. */
    @Test
    void leadingWithoutAnElection() throws Exception {
        try (Baton baton =
                Baton.on(database.dataSource()).node("one").disabledAsLeader().start()) {
            baton.campaign(ROLE);

            assertThat(log.await("gate_opened", ROLE))
                    .containsEntry("holder_id", baton.holderId())
                    .containsEntry("lease_epoch", 0L)
                    .containsEntry("reason", "election is disabled: this process leads by its configuration");
        }
    }

    @Test
    void aTermThatIsGivenBack() throws Exception {
        Campaign campaign = cluster.node("one").campaign(ROLE, SESSION);
        LeaderToken token = Node.leads(campaign);

        campaign.close();

        logsTerm("leader_released", token.holderId(), 1);
    }

    @Test
    void aHolderThatHasNotBeatenForLong() throws Exception {
        try (ManualCandidate silent =
                new ManualCandidate(ManualCandidate.prepare(database.dataSource()), ROLE, "silent", SESSION)) {
            silent.acquire();
            tables.update("UPDATE baton_leases SET renewed_at = renewed_at - interval '1 minute'");
            cluster.node("two").campaign(ROLE, SESSION);

            logsTerm("leader_stale", "silent", 1);
        }
    }

    @Test
    void aHolderThatIsEvicted() throws Exception {
        try (ManualCandidate silent =
                new ManualCandidate(ManualCandidate.prepare(database.dataSource()), ROLE, "silent", SESSION)) {
            silent.acquire();
            tables.expire(ROLE);
            Node.leads(cluster.node("two").campaign(ROLE, SESSION));

            logsTerm("holder_evicted", "silent", 1);
        }
    }

    @Test
    void submissions() throws Exception {
        try (TestNode node = new TestNode(WORK, database.url())) {
            String holder = node.node().baton().holderId();
            logsTerm("schedule_rebuilt", EXECUTOR, holder, 1);
            node.post("/v1/intents", "{\"intentId\": \"left\", \"submissionTarget\": \"slow\"}");
            Waits.until(
                    "an attempt is under way",
                    () -> node.get("/v1/intents/left")
                                    .json()
                                    .path("attemptCount")
                                    .asInt()
                            == 1);

            tables.revoke(EXECUTOR);

            Map<String, Object> unknown = log.await("attempt_unknown", EXECUTOR);
            logsTerm("attempt_unknown", EXECUTOR, holder, (long) unknown.get("lease_epoch"));
            assertThat((long) unknown.get("lease_epoch")).isGreaterThan(1);
            assertThat(unknown).containsEntry("intent_id", "left").containsEntry("attempt", 1);

            tables.update("ALTER TABLE submission_intents RENAME TO gone");
            Map<String, Object> failed = log.await("schedule_refresh_failed", EXECUTOR);
            logsTerm("schedule_refresh_failed", EXECUTOR, holder, (long) failed.get("lease_epoch"));
            assertThat(failed).containsKey("sql_error");
            tables.update("ALTER TABLE gone RENAME TO submission_intents");
        }
    }

    @Test
    void jobs() throws Exception {
        try (TestNode node = new TestNode(WORK, database.url())) {
            String holder = node.node().baton().holderId();
            String id = node.post("/v1/jobs", "{\"job\": \"sample\", \"payload\": {\"delayMillis\": 600000}}")
                    .json()
                    .path("id")
                    .asString();
            log.awaitSentence("id=" + id); // it runs: to be claimed is not enough

            String ofIt = " WHERE CAST(id AS varchar(36)) = '" + id + "'";
            tables.update("UPDATE baton_jobs SET locked_by = 'another', claim_number = claim_number + 1" + ofIt);

            Map<String, Object> abandoned = log.await("job_abandoned", "");
            assertThat(abandoned)
                    .containsEntry("job", "sample")
                    .containsEntry("claim_number", 1L)
                    .containsEntry("holder_id", holder)
                    .containsKey("reason");
            assertThat(abandoned.get("job_id")).hasToString(id);
            tables.update("UPDATE baton_jobs SET locked_at = locked_at - interval '1 hour'" + ofIt);
            Map<String, Object> reclaimed = log.await("job_reclaimed", "");
            assertThat(reclaimed)
                    .containsEntry("job", "sample")
                    .containsEntry("claim_number", 2L)
                    .containsEntry("holder_id", "another")
                    .containsKey("reason");
            assertThat(reclaimed.get("job_id")).hasToString(id);
            node.post("/v1/jobs/" + id + "/cancel", "");
        }
    }

    @Test
    void aServerThatIsReady() throws Exception {
        Map<String, String> flags = Map.of("database.url", database.url(), "node.id", "ready", "server.port", "0");
        Serve.runForVisit(new ConfigReader(Map.of(), flags).read(Optional.empty()), url -> {
            Map<String, Object> ready = log.await("server_ready", "");
            assertThat(ready).containsEntry("node", "ready").containsEntry("port", url.getPort());
            assertThat((String) ready.get("holder_id")).startsWith("ready-");
        });
    }
}

package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.CutProxy;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes on a real PostgreSQL, each with a registry of its own. */
class LeadershipMetricsTest {

    private static final Strategy.Session QUICK = new Strategy.Session(
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Takeover.IMMEDIATE);

    private final PrometheusMeterRegistry one = Scrape.registry();
    private final PrometheusMeterRegistry two = Scrape.registry();
    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Cluster cluster = new Cluster(database.dataSource());

    private Node node(String id, PrometheusMeterRegistry registry) {
        return cluster.node(id, builder -> builder.listener(new LeadershipMetrics(registry)));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static void await(PrometheusMeterRegistry registry, String series, Predicate<Double> wanted) {
        Awaitility.await(series)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Scrape.of(registry).find(series).filter(wanted).isPresent());
    }

    @Test
    void countsHeartbeatsThatWereTooLate() throws Exception {
        Strategy.Session patient = new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofMinutes(5),
                Duration.ofSeconds(1),
                Takeover.IMMEDIATE);
        try (CutProxy proxy = CutProxy.before(database)) {
            Node node = cluster.node(
                    "one",
                    new UrlDataSource(database.url(proxy.address())),
                    builder -> builder.listener(new LeadershipMetrics(one)));
            node.lead("reporter", patient);
            assertThat(Scrape.of(one).value("baton_heartbeats_late_total{role=\"reporter\"}"))
                    .isZero();
            proxy.freeze();
            await(one, "baton_leader_is_leader{role=\"reporter\"}", value -> value == 0);
            await(one, "baton_heartbeats_late_total{role=\"reporter\"}", value -> value == 1);
            proxy.thaw();
            await(one, "baton_leader_is_leader{role=\"reporter\"}", value -> value == 1);
        }
    }

    @Test
    void tellLeaderFromFollower() throws Exception {
        node("one", one).lead("reporter", QUICK);
        Campaign follower = node("two", two).campaign("reporter", QUICK);
        assertThatThrownBy(() -> follower.gate().requireLeader()).isInstanceOf(NotLeaderException.class);

        await(one, "baton_leader_is_leader{role=\"reporter\"}", value -> value == 1);
        await(one, "baton_leader_acquired_total{role=\"reporter\"}", value -> value == 1);
        await(one, "baton_leader_epoch{role=\"reporter\"}", value -> value == 1);
        await(one, "baton_leader_tenure_seconds{role=\"reporter\"}", value -> value > 0.2);
        await(one, "baton_heartbeat_age_seconds{role=\"reporter\"}", value -> value >= 0 && value < 10);
        await(one, "baton_heartbeat_update_seconds_count", value -> value >= 2);
        await(one, "baton_acquire_latency_seconds_count", value -> value == 1);
        await(one, "baton_acquire_latency_seconds_bucket{le=\"+Inf\"}", value -> value == 1);

        await(two, "baton_leader_elections_total{role=\"reporter\"}", value -> value >= 1);
        Scrape scrape = Scrape.of(two);
        assertThat(scrape.value("baton_leader_is_leader{role=\"reporter\"}")).isZero();
        assertThat(scrape.value("baton_leader_acquired_total{role=\"reporter\"}"))
                .isZero();
        assertThat(scrape.value("baton_leader_tenure_seconds{role=\"reporter\"}"))
                .isZero();
        assertThat(scrape.value("baton_heartbeat_age_seconds{role=\"reporter\"}"))
                .isNaN();
        assertThat(scrape.value("baton_action_blocked_not_leader_total{role=\"reporter\"}"))
                .isEqualTo(1);
    }

    @Test
    void tellFailOversAndStaleWrites() throws Exception {
        Node leader = node("one", one);
        LeaderToken token = leader.lead("reporter", QUICK);
        leader.baton().fenced(token, connection -> {});
        Campaign successor = node("two", two).campaign("reporter", QUICK);

        leader.crash();
        Node.leads(successor);
        await(two, "baton_leader_failovers_total{role=\"reporter\"}", value -> value == 1);
        await(two, "baton_leader_epoch{role=\"reporter\"}", value -> value == 2);
        String lost = "baton_leadership_lost_total{reason=\"database_error\",role=\"reporter\"}";
        await(one, lost, value -> value == 1);

        leader.revive();
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> leader.baton().fence().enter(connection, token))
                    .isInstanceOf(StaleTokenException.class);
        }
        Scrape scrape = Scrape.of(one);
        assertThat(scrape.value("baton_fenced_writes_total{result=\"accepted\",role=\"reporter\"}"))
                .isEqualTo(1);
        assertThat(scrape.value("baton_fenced_writes_total{result=\"rejected\",role=\"reporter\"}"))
                .isEqualTo(1);
        assertThat(scrape.value("baton_leader_is_leader{role=\"reporter\"}")).isZero();
    }

    @Test
    void tellWhyATermWasLost() throws Exception {
        Node node = node("one", one);
        Campaign campaign = node.campaign("reporter", QUICK);
        campaign.stepDown(Node.leads(campaign), "the test says so");
        await(one, "baton_leadership_lost_total{reason=\"stepped_down\",role=\"reporter\"}", value -> value == 1);
        Node.leads(campaign);
        try (Connection connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE baton_leases SET lease_epoch = lease_epoch + 1");
        }
        await(one, "baton_leadership_lost_total{reason=\"superseded\",role=\"reporter\"}", value -> value == 1);
    }

    @Test
    void tellForHowLongOldWorkHoldsAnInstanceUp() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Campaign campaign = node("one", one)
                .baton()
                .campaign(Candidacy.of("reporter").with(QUICK), term -> {
                    begun.countDown();
                    hang(mayEnd);
                    term.awaitOver(TestPatience.LONGEST_WAIT);
                });
        String heldUp = "baton_leader_held_up_seconds{role=\"reporter\"}";
        LeaderToken token = Node.leads(campaign);
        assertThat(begun.await(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                .as("the work runs, so it can hold somebody up")
                .isTrue();
        campaign.stepDown(token, "the test says so");
        await(one, heldUp, value -> value > 0);
        mayEnd.countDown();
        await(one, heldUp, value -> value == 0);
    }

    /** Work that no interruption ends. */
    private static void hang(CountDownLatch mayEnd) {
        boolean interrupted = false;
        while (mayEnd.getCount() > 0) {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void goOnCountingWhenACampaignIsClosedAndAnotherBegins() throws Exception {
        Node node = node("one", one);
        for (int i = 1; i <= 2; i++) {
            try (Campaign campaign = node.campaign("reporter", QUICK)) {
                Node.leads(campaign);
                assertThatThrownBy(() -> campaign.gate().ensureEpoch(0)).isInstanceOf(NotLeaderException.class);
            }
        }
        await(one, "baton_leader_acquired_total{role=\"reporter\"}", value -> value == 2);
        await(one, "baton_action_blocked_not_leader_total{role=\"reporter\"}", value -> value == 2);
        await(one, "baton_leader_elections_total{role=\"reporter\"}", value -> value >= 2);
        await(one, "baton_leader_tenure_seconds{role=\"reporter\"}", value -> value == 0);
    }
}

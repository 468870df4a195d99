package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.contract.FencedLedger.Entry;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.OverlapWatch;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.patroni.PatroniCluster;
import dev.baton.testkit.patroni.PatroniMember;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL under Patroni, whose primary is killed, stopped or switched over while two instances write under the fence. Takes
 * minutes, so a build leaves it out; {@code .ci/run} has it, and {@code .ci/with-patroni .ci/engines PatroniTest}.
 */
class PatroniTest {

    private static final Map<String, Strategy> ROLES = Map.of(
            "at-once", session(Takeover.IMMEDIATE),
            "exclusive", session(Takeover.EXCLUSIVE),
            "by-lease", new Strategy.Lease(Duration.ofSeconds(6), Duration.ofMillis(1_500), Duration.ofMillis(1_500)));

    private static PatroniCluster patroni;

    private final CopyOnWriteArrayList<Entry> acknowledged = new CopyOnWriteArrayList<>();
    private final Map<String, List<Campaign>> campaigns = new HashMap<>();
    private Optional<PatroniMember> killed = Optional.empty();
    private Cluster cluster;

    private static Strategy session(Takeover takeover) {
        return new Strategy.Session(
                Duration.ofMillis(400),
                Duration.ofMillis(1_500),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                takeover);
    }

    @BeforeAll
    static void startServers() {
        Assumptions.assumeTrue(
                "yes".equals(System.getenv("BATON_TEST_PATRONI")),
                "BATON_TEST_PATRONI is not 'yes': nothing is tried under Patroni, see .ci/with-patroni");
        patroni = PatroniCluster.start();
    }

    @AfterAll
    static void stopServers() {
        if (patroni != null) {
            patroni.close();
        }
    }

    @BeforeEach
    void begin() throws Exception {
        patroni.awaitWhole();
        ask("DROP TABLE IF EXISTS ledger");
        ask("CREATE TABLE ledger (id text PRIMARY KEY, role text, epoch bigint, holder text)");
        cluster = new Cluster(new UrlDataSource(url()));
        for (String id : List.of("one", "two")) {
            Node node = cluster.node(id);
            ROLES.forEach((role, strategy) -> campaigns
                    .computeIfAbsent(role, r -> new ArrayList<>())
                    .add(node.baton()
                            .campaign(
                                    Candidacy.of(role).with(strategy), new FencedLedger(node.baton(), acknowledged))));
        }
        awaitWritesAbove(0);
    }

    @AfterEach
    void end() {
        if (cluster != null) {
            cluster.close();
        }
        killed.ifPresent(PatroniMember::start);
    }

    /** What a machine takes with it; it comes back at the end. */
    private void kill(PatroniMember member) {
        member.kill();
        killed = Optional.of(member);
        patroni.awaitPrimaryOtherThan(member);
    }

    private void revive(PatroniMember member) {
        killed = Optional.empty();
        member.start();
        patroni.awaitWhole();
    }

    @Test
    void killedPrimaryIsGoneOnWithoutAndNoEpochComesAgain() throws Exception {
        PatroniMember former = patroni.primary();
        try (OverlapWatch watch = watchExclusive()) {
            kill(former);
            awaitWritesAbove(newTimeline());
            assertThat(watch.overlap()).isEmpty();
        }
        revive(former);
        assertLedgerInOrder();
    }

    @Test
    void switchedOverInOrderLosesNothingThatWasAcknowledged() throws Exception {
        try (OverlapWatch watch = watchExclusive()) {
            patroni.switchOver();
            awaitWritesAbove(newTimeline());
            assertThat(watch.overlap()).isEmpty();
        }
        assertLedgerInOrder();
        assertNothingAcknowledgedIsLost();
    }

    /**
     * The stopped one is first in the URL: it accepts connections and says nothing. When it goes on there are two primaries
     * for a moment, which no client can see and Patroni's watchdog is there to prevent: gates are watched until then.
     */
    @Test
    void stoppedPrimaryIsGoneOnWithoutAndChangesNothingWhenItGoesOn() throws Exception {
        PatroniMember former = patroni.primary();
        try (OverlapWatch watch = watchExclusive()) {
            former.pause();
            patroni.awaitPrimaryOtherThan(former);
            awaitWritesAbove(newTimeline());
            assertThat(watch.overlap()).isEmpty();
        } finally {
            former.resume();
        }
        patroni.awaitWhole();
        int before = acknowledged.size();
        Awaitility.await("writing goes on")
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> acknowledged.size() > before + 10);
        assertLedgerInOrder();
    }

    @Test
    void tailThatAsynchronousReplicationLosesTakesNoEpochBack() throws Exception {
        PatroniMember former = patroni.primary();
        former.stopSending();
        long known = highestEpoch("exclusive");
        handOver("exclusive");
        awaitWritesAbove("exclusive", known);
        Entry lost = acknowledged.get(acknowledged.size() - 1);
        try (OverlapWatch watch = watchExclusive()) {
            kill(former);
            awaitWritesAbove(newTimeline());
            assertThat(watch.overlap()).isEmpty();
        }
        revive(former);
        assertThat(ledger()).as("what the promoted server never had").doesNotContain(lost);
        assertLedgerInOrder();
    }

    @Test
    void synchronousReplicationLosesNothingThatWasAcknowledged() throws Exception {
        patroni.synchronous(true);
        try {
            PatroniMember former = patroni.primary();
            kill(former);
            awaitWritesAbove(newTimeline());
            revive(former);
            assertLedgerInOrder();
            assertNothingAcknowledgedIsLost();
        } finally {
            patroni.synchronous(false);
        }
    }

    /** The primary first, bounded as the guide on databases asks for. */
    private static String url() {
        PatroniMember primary = patroni.primary();
        List<Integer> ports = patroni.members().stream()
                .sorted(Comparator.comparing(member -> member != primary))
                .map(PatroniMember::port)
                .toList();
        return PatroniCluster.url(ports) + "&connectTimeout=2&socketTimeout=5";
    }

    /** To the other instance: a term of which the standbys hear nothing. */
    private void handOver(String role) throws Exception {
        List<Campaign> both = campaigns.get(role);
        boolean first = both.get(0).gate().isLeader();
        both.get(first ? 0 : 1)
                .transferTo(first ? "two" : "one")
                .get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    private OverlapWatch watchExclusive() {
        List<LeaderGate> gates =
                campaigns.get("exclusive").stream().map(Campaign::gate).toList();
        return OverlapWatch.over(gates);
    }

    /** What every epoch granted since the promotion is above. */
    private static long newTimeline() {
        String timeline = "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint";
        return (Long.parseLong(ask("SELECT " + timeline)) << 32) - 1;
    }

    private long highestEpoch(String role) {
        return acknowledged.stream()
                .filter(entry -> entry.role().equals(role))
                .mapToLong(Entry::epoch)
                .max()
                .orElse(0);
    }

    private void awaitWritesAbove(long epoch) {
        ROLES.keySet().forEach(role -> awaitWritesAbove(role, epoch));
    }

    private void awaitWritesAbove(String role, long epoch) {
        Awaitility.await(role + " is written under an epoch above " + epoch)
                .atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> highestEpoch(role) > epoch);
    }

    /** By the server's stamps of commits; one holder for each epoch, also of rows that a lost server alone had. */
    private void assertLedgerInOrder() throws SQLException {
        Map<String, Long> latest = new HashMap<>();
        Map<String, String> holders = new HashMap<>();
        for (Entry entry : ledger()) {
            Long before = latest.put(entry.role(), entry.epoch());
            assertThat(before == null || before <= entry.epoch())
                    .as("%s was committed after a row of epoch %s", entry, before)
                    .isTrue();
            holders.put(entry.role() + entry.epoch(), entry.holder());
        }
        assertThat(acknowledged)
                .allSatisfy(entry -> assertThat(holders.getOrDefault(entry.role() + entry.epoch(), entry.holder()))
                        .as("holder of the epoch of %s", entry)
                        .isEqualTo(entry.holder()));
    }

    private void assertNothingAcknowledgedIsLost() throws SQLException {
        List<Entry> promised = List.copyOf(acknowledged);
        assertThat(ledger()).containsAll(promised);
    }

    private static List<Entry> ledger() throws SQLException {
        List<Entry> entries = new ArrayList<>();
        try (Connection connection = new UrlDataSource(url()).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT id, role, epoch, holder FROM ledger ORDER BY pg_xact_commit_timestamp(xmin), epoch")) {
            while (row.next()) {
                entries.add(new Entry(row.getString(1), row.getString(2), row.getLong(3), row.getString(4)));
            }
        }
        return entries;
    }

    /** Patroni says who leads a moment before that one takes writes. */
    private static String ask(String sql) {
        return Awaitility.await(sql)
                .atMost(TestPatience.LONGEST_WAIT)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> askOnce(sql), answer -> true);
    }

    private static String askOnce(String sql) throws SQLException {
        try (Connection connection = new UrlDataSource(url()).getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet row = statement.getResultSet();
            row.next();
            return row.getString(1);
        }
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.BatonBuilder;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles that share a session on PostgreSQL: the trouble of one is not another's. */
class SharedSessionsFaultsTest {

    private static final long KEY = 4711;

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final LeaseTable table = new LeaseTable(database.dataSource());
    private final Cluster cluster = new Cluster(database::dataSource, BatonBuilder::sharedSessions);

    @AfterEach
    void close() {
        cluster.close();
    }

    private static Candidacy candidacy(String role) {
        return Candidacy.of(role).with(Strategy.session());
    }

    /** A data source that changes one statement. */
    private DataSource changed(String name, String word, String other) throws SQLException {
        String text = ManualCandidate.prepare(database.dataSource())
                .ready()
                .sql()
                .get(name)
                .jdbc();
        assertThat(text).contains(word);
        MutantDataSource changed = new MutantDataSource(database.dataSource());
        changed.plant(new StatementMutant(name, text, text.replace(word, other), ""));
        return changed.dataSource();
    }

    /** Locks of roles in the sessions that hold those of all. */
    private long locksHeld() throws SQLException {
        return table.rows(
                        "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                                + " WHERE a.datname = current_database() AND a.application_name LIKE 'baton holds %'"
                                + " AND l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted",
                        row -> row.getLong(1))
                .get(0);
    }

    /** Every session of this way is opened slowly, so that whoever stands meanwhile asks at the same time. */
    private DataSource slow() throws SQLException {
        return changed("sessions-mark", "AS marked", "AS marked FROM pg_sleep(1)");
    }

    /** The database would grant a lock twice to one session. Neither has a row yet by which the other could be refused. */
    @Test
    void twoRolesWithOneKeyAreNotBothLedByOneProcess() throws Exception {
        Node one = cluster.node("one", slow(), builder -> builder);
        Campaign first = one.baton().campaign(candidacy("first").withLockKey(KEY));
        Campaign second;
        try {
            second = one.baton().campaign(candidacy("second").withLockKey(KEY));
        } catch (SetupRefusedException e) {
            return; // the machine stood still: it was found out before it stood
        }
        Waits.until("one of them hears why it cannot", () -> isRefused(one, first) || isRefused(one, second));
        Campaign refused = isRefused(one, first) ? first : second;
        Node.leads(refused == first ? second : first);
        assertThat(refused.gate().isLeader()).isFalse();
        assertThat(table.row(refused.role())).isEmpty();
    }

    private static boolean isRefused(Node node, Campaign campaign) {
        return node.events().all(Kind.LEADER_ACQUIRE_FAILED, campaign.role()).stream()
                .anyMatch(event -> event.reason().contains("have the same lock key"));
    }

    /**
     * One role's answer fails while others are granted their locks by the same statement: they are led all the same, and what
     * they hold is given back.
     */
    @Test
    void anAnswerThatFailsLeavesNoLockBehindThatWasGrantedWithIt() throws Exception {
        MutantDataSource slow = new MutantDataSource(slow());
        String collision = ManualCandidate.prepare(database.dataSource())
                .ready()
                .sql()
                .get("role-collision")
                .jdbc();
        slow.plant(new StatementMutant("it fails", collision, "SELECT 1 / 0 AS lease_name, ?, ?", ""));
        try (Connection another = database.dataSource().getConnection();
                Statement lock = another.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(" + KEY + ")");
            Node one = cluster.node("one", slow.dataSource(), builder -> builder);
            Campaign stays = one.baton().campaign(candidacy("stays"));
            one.baton().campaign(candidacy("locked").withLockKey(KEY));
            List<Campaign> others = IntStream.range(0, 8)
                    .mapToObj(i -> one.baton().campaign(candidacy("other-" + i)))
                    .toList();
            Waits.until(
                    "all others are led",
                    () -> others.stream().allMatch(campaign -> campaign.gate().isLeader()));
            one.events().await(Kind.LEADER_ACQUIRE_FAILED, "locked");
            Node.leads(stays);
            others.forEach(Campaign::close);
            Waits.until("one lock is left", () -> locksHeld() == 1);
            Node.leads(stays);
        }
    }

    /** The session ends while one role is answered, and with it the locks that others were granted by the same statement. */
    @Test
    void anAnswerThatEndsTheSessionLeavesNobodyTakenForAHolder() throws Exception {
        MutantDataSource slow = new MutantDataSource(slow());
        String collision = ManualCandidate.prepare(database.dataSource())
                .ready()
                .sql()
                .get("role-collision")
                .jdbc();
        String end = "SELECT pg_terminate_backend(pg_backend_pid()) AS lease_name, ?, ?";
        slow.plant(new StatementMutant("the session ends", collision, end, ""));
        try (Connection another = database.dataSource().getConnection();
                Statement lock = another.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(" + KEY + ")");
            Node one = cluster.node("one", slow.dataSource(), builder -> builder);
            one.baton().campaign(candidacy("locked").withLockKey(KEY));
            List<Campaign> others = IntStream.range(0, 8)
                    .mapToObj(i -> one.baton().campaign(candidacy("other-" + i)))
                    .toList();
            one.events().await(Kind.LEADER_ACQUIRE_FAILED, "locked");
            slow.plant(null);
            Waits.until("all others are led", () -> leading(others) == others.size());
        }
    }

    /** As when the database's queue of announcements is held up. */
    @Test
    void aLockWhoseEndCannotBeToldIsGivenBackAndNobodyElseLosesATerm() throws Exception {
        Node one =
                cluster.node("one", changed("sessions-unlock", "pg_notify(?, ?)", "pg_notify(?, ? || 1 / 0)"), b -> b);
        Campaign stays = one.baton().campaign(candidacy("stays"));
        Campaign leaves = one.baton().campaign(candidacy("leaves"));
        LeaderToken kept = Node.leads(stays);
        LeaderToken left = Node.leads(leaves);
        Campaign next = cluster.node("two").baton().campaign(candidacy("leaves"));
        Waits.until("it follows", () -> next.attempts() >= 2);
        leaves.close();
        assertThat(Node.leads(next).epoch()).isEqualTo(left.epoch() + 1);
        assertThat(Node.leads(stays)).isEqualTo(kept);
        assertThat(one.events().all(Kind.LEADER_LOST, "stays")).isEmpty();
    }

    /** Nobody hears of it: others look at the end of their patience, which is earlier than the former leader's turn. */
    @Test
    void whoGaveUpATermLetsOthersGoFirst() throws Exception {
        Strategy.Session brisk = new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(8),
                Duration.ofMillis(700),
                Takeover.IMMEDIATE);
        Node one = cluster.node("one", changed("sessions-unlock", "pg_notify(?, ?)", "? || ?"), b -> b);
        Campaign a = one.campaign("role", brisk);
        LeaderToken token = Node.leads(a);
        Campaign b = cluster.node("two").campaign("role", brisk);
        Waits.until("it follows", () -> b.attempts() >= 3);
        long given = System.nanoTime();
        a.stepDown(token, "its disk is full");
        Waits.until("somebody leads", () -> a.gate().isLeader() || b.gate().isLeader());
        Duration since = Duration.ofNanos(System.nanoTime() - given);
        // Where the machine stood still both may have been due.
        assertThat(b.gate().isLeader() || since.compareTo(Duration.ofSeconds(2)) >= 0)
                .as("led again after %s", since)
                .isTrue();
    }

    /** A takeover that has to wait for a row does so elsewhere, and alone. */
    @Test
    void aLockedRowSendsNoOtherTakeoverElsewhere() throws Exception {
        Strategy.Session strategy = Strategy.session().with(Takeover.IMMEDIATE);
        Node one = cluster.node("one");
        CountingDataSource counted = new CountingDataSource(database.dataSource());
        Node two = cluster.node("two", builder -> builder.leadership(counted.dataSource()));
        List<Campaign> first = stand(one, strategy);
        Waits.until("all are led", () -> leading(first) == first.size());
        List<Campaign> second = stand(two, strategy);
        Waits.until("all follow", () -> second.stream().allMatch(campaign -> campaign.attempts() >= 2));
        counted.forget();
        try (Connection operator = database.dataSource().getConnection()) {
            operator.setAutoCommit(false);
            LeaseTable.update(operator, "UPDATE baton_leases SET takeover = takeover WHERE lease_name = 'role-7'");
            one.crash();
            Waits.until("all but one are led", () -> leading(second) == second.size() - 1);
            assertThat(second.get(7).gate().isLeader()).isFalse();
            operator.rollback();
        }
        Waits.until("all are led", () -> leading(second) == second.size());
        assertThat(counted.sent().stream().filter(sql -> sql.contains("pg_advisory_xact_lock")))
                .as("takeovers that could wait")
                .hasSizeLessThan(second.size() / 2);
    }

    /**
     * A takeover waits for the fence on a borrowed connection, and meanwhile the session that has the lock ends, which nothing would
     * notice for minutes: the term that was written does not count, because somebody else may have had the lock before.
     */
    @Test
    void aTakeoverElsewhereDoesNotCountIfTheLockHasGoneMeanwhile() throws Exception {
        Strategy.Session unnoticed = new Strategy.Session(
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofMinutes(20),
                Duration.ofMinutes(20),
                Takeover.IMMEDIATE);
        long fence = ManualCandidate.prepare(database.dataSource())
                .ready()
                .keys("role", KEY)
                .fenceKey();
        try (Connection writer = database.dataSource().getConnection();
                Statement lock = writer.createStatement()) {
            writer.setAutoCommit(false);
            lock.execute("SELECT pg_advisory_xact_lock_shared(" + fence + ")");
            Node one = cluster.node("one");
            Campaign campaign =
                    one.baton().campaign(Candidacy.of("role").with(unnoticed).withLockKey(KEY));
            Waits.until("the takeover waits", this::waitsForAFence);
            table.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND application_name LIKE 'baton holds %'",
                    row -> row.getBoolean(1));
            Waits.until("its lock has gone", () -> locksHeld() == 0);
            writer.rollback();
            assertThat(Node.leads(campaign).epoch()).isEqualTo(2);
            assertThat(one.events().await(Kind.LEADER_ACQUIRED, "role").epoch())
                    .as("the first term that was told")
                    .isEqualTo(2);
        }
    }

    /** The lock is held and the row is not written: it is asked for again, although this session has it already. */
    @Test
    void aRowThatChangesUnderATakeoverIsTakenOnceItStays() throws Exception {
        LeaderToken first = cluster.node("before").lead("role", Strategy.session());
        cluster.close();
        String take = ManualCandidate.prepare(database.dataSource())
                .ready()
                .sql()
                .get("lease-take")
                .jdbc();
        String never = take.replace("RETURNING", "AND 1 = 2 RETURNING");
        assertThat(never).isNotEqualTo(take);
        MutantDataSource restless = new MutantDataSource(database.dataSource());
        restless.plant(new StatementMutant("somebody else has changed it", take, never, ""));
        Campaign campaign = cluster.node("one", restless.dataSource(), builder -> builder)
                .baton()
                .campaign(candidacy("role"));
        Waits.until("it has tried", () -> campaign.attempts() >= 3);
        restless.plant(null);
        assertThat(Node.leads(campaign).epoch()).isEqualTo(first.epoch() + 1);
    }

    /** Somebody has put a time into the row of one role with which nobody can count: the others are led all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "expires_at = 'infinity'",
                "expires_at = '-infinity'",
                "renewed_at = '-infinity'",
                "renewed_at = 'infinity'"
            })
    void anOddTimeInTheRowOfOneRoleKeepsNobodyElseFromBeingLed(String odd) throws Exception {
        cluster.node("before").lead("odd", Strategy.session());
        cluster.close();
        table.update("UPDATE baton_leases SET " + odd + " WHERE lease_name = 'odd'");
        Node one = cluster.node("one", slow(), builder -> builder);
        Campaign stands = one.baton().campaign(candidacy("odd"));
        List<Campaign> others = IntStream.range(0, 8)
                .mapToObj(i -> one.baton().campaign(candidacy("other-" + i)))
                .toList();
        Waits.until("all others are led", () -> leading(others) == others.size());
        Node.leads(stands);
    }

    /** The server has no room for one more lock: nobody loses the locks that it has. */
    @Test
    void aLockThatTheServerHasNoRoomForEndsNoTerm() throws Exception {
        try (Connection operator = database.dataSource().getConnection();
                Statement statement = operator.createStatement()) {
            statement.execute(
                    "CREATE FUNCTION full_at(role text, key bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN"
                            + " IF role = 'too-many' THEN RAISE 'out of shared memory' USING ERRCODE = '53200'; END IF;"
                            + " RETURN pg_try_advisory_lock(key); END $$");
        }
        Node one = cluster.node(
                "one",
                changed("sessions-try", "pg_try_advisory_lock(k.scope_key)", "full_at(k.role, k.scope_key)"),
                builder -> builder);
        Campaign stays = one.baton().campaign(candidacy("stays"));
        LeaderToken kept = Node.leads(stays);
        one.baton().campaign(candidacy("too-many"));
        one.events().await(Kind.LEADER_ACQUIRE_FAILED, "too-many");
        long before = beats("stays");
        Waits.until("it has beaten since", () -> beats("stays") >= before + 2);
        Campaign later = one.baton().campaign(candidacy("later"));
        Node.leads(later);
        assertThat(Node.leads(stays)).isEqualTo(kept);
        assertThat(one.events().all(Kind.LEADER_LOST, "stays")).isEmpty();
    }

    private long beats(String role) throws SQLException {
        return table.rows("SELECT beats FROM baton_leases WHERE lease_name = ?", row -> row.getLong(1), role)
                .get(0);
    }

    private boolean waitsForAFence() throws SQLException {
        return table.rows(
                                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                                        + " WHERE a.datname = current_database() AND l.locktype = 'advisory'"
                                        + " AND l.objsubid = 1 AND NOT l.granted",
                                row -> row.getLong(1))
                        .get(0)
                == 1;
    }

    private static List<Campaign> stand(Node node, Strategy strategy) {
        List<Campaign> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(node.campaign("role-" + i, strategy));
        }
        return all;
    }

    private static long leading(List<Campaign> campaigns) {
        return campaigns.stream().filter(campaign -> campaign.gate().isLeader()).count();
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** What can go wrong around a takeover on PostgreSQL, and what stops it. */
class PostgresTakeoverTest {

    private static final Strategy.Session BRISK = new Strategy.Session(
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            Takeover.IMMEDIATE);

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster(database.dataSource());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** No time-out of the server sees a writer that stopped in the middle of a COPY: the candidate ends it. */
    @Test
    void writerThatStoppedInTheMiddleOfACopyHoldsUpNobody() throws Exception {
        Node one = cluster.node("one");
        Campaign a = one.campaign("role", BRISK);
        LeaderToken old = Node.leads(a);
        execute("CREATE TABLE copied (x int)");
        try (Connection bystander = database.dataSource().getConnection();
                Connection stopped = database.dataSource().getConnection()) {
            bystander.setAutoCommit(false);
            bystander.createStatement().execute("SELECT 1"); // a transaction as old as the other, and none of ours
            stopped.setAutoCommit(false);
            one.baton().fence().enter(stopped, old);
            CopyIn copy = stopped.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY copied FROM STDIN");
            one.crash();
            LeaderToken next = cluster.node("two").lead("role", BRISK);
            assertThat(next.epoch()).isEqualTo(old.epoch() + 1);
            assertThat(copy.isActive()).isTrue();
            assertThat(bystander.isValid(5)).as("the bystander lives").isTrue();
        }
    }

    /** A term that a crash of the server could forget would be granted twice. */
    @Test
    void termIsCommittedDurablyWhateverTheAccountsDefault() throws Exception {
        cluster.node("zero").lead("other", BRISK);
        execute("ALTER DATABASE " + name() + " SET synchronous_commit = off");
        execute("CREATE TABLE seen (setting text)");
        execute("CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$");
        execute("CREATE TRIGGER see AFTER INSERT ON baton_leader_events FOR EACH ROW"
                + " WHEN (NEW.event = 'acquired') EXECUTE FUNCTION see()");
        cluster.node("one").lead("role", BRISK);
        assertThat(query("SELECT min(setting) || max(setting) FROM seen")).isEqualTo("onon");
    }

    /** A renewal that a crash of the server could forget would let a successor in while the holder's gate is open. */
    @Test
    void renewalIsCommittedDurablyWhateverTheAccountsDefault() throws Exception {
        cluster.node("zero").lead("other", BRISK);
        execute("ALTER DATABASE " + name() + " SET synchronous_commit = off");
        execute("CREATE TABLE beaten (setting text)");
        execute("CREATE FUNCTION see_beat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO beaten VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$");
        execute("CREATE TRIGGER see_beat AFTER UPDATE ON baton_leases FOR EACH ROW"
                + " WHEN (NEW.lease_name = 'role' AND NEW.lease_epoch = OLD.lease_epoch) EXECUTE FUNCTION see_beat()");
        cluster.node("one").lead("role", new Strategy.Lease(BRISK.lease(), Duration.ofMillis(100), BRISK.lease()));
        Waits.until(
                "it has renewed", () -> !query("SELECT count(*) FROM beaten").equals("0"));
        assertThat(query("SELECT min(setting) || max(setting) FROM beaten")).isEqualTo("onon");
    }

    /** The patience of the wait that won must not become the leader's: somebody may lock its row for a moment. */
    @Test
    void leaderOutlastsALockOnItsRowThatIsLongerThanItsFirstWait() throws Exception {
        Campaign a = cluster.node("one").campaign("role", Strategy.session());
        LeaderToken token = Node.leads(a);
        try (Connection locker = database.dataSource().getConnection();
                Statement statement = locker.createStatement()) {
            locker.setAutoCommit(false);
            statement.execute("SELECT 1 FROM baton_leases FOR UPDATE");
            Waits.until(
                    "the heartbeat has waited for longer than a first look",
                    () -> query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND query LIKE '%UPDATE baton_leases%'"
                                    + " AND query_start < clock_timestamp() - interval '600 ms'")
                            .equals("1"));
            locker.rollback();
        }
        assertThat(Node.leads(a)).isEqualTo(token);
    }

    /** Found by reading: a holder that woke up and left between the successor's look and its write had two ends. */
    @Test
    void termThatItsHolderEndsDuringTheTakeoverHasOneEnd() throws Exception {
        Strategy lease = new Strategy.Lease(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(1));
        Node one = cluster.node("one");
        LeaderToken old = one.lead("role", lease);
        one.crash();
        try (Connection late = database.dataSource().getConnection();
                Statement statement = late.createStatement()) {
            late.setAutoCommit(false);
            statement.execute("SELECT 1 FROM baton_leases FOR UPDATE");
            Campaign b = cluster.node("two").campaign("role", lease);
            Waits.until(
                    "the takeover has looked, and waits for the row",
                    () -> query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND query LIKE '%UPDATE baton_leases%SET holder_id%'")
                            .equals("1"));
            statement.execute("UPDATE baton_leases SET released = true");
            statement.execute("INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event,"
                    + " reason, at) SELECT lease_name, lease_epoch, holder_id, node_id, 'released', 'late',"
                    + " clock_timestamp() FROM baton_leases");
            late.commit();
            assertThat(Node.leads(b).epoch()).isEqualTo(old.epoch() + 1);
        }
        assertThat(query("SELECT string_agg(lease_epoch || ' ' || event, ', ' ORDER BY id) FROM baton_leader_events"))
                .isEqualTo("1 acquired, 1 released, 2 acquired");
    }

    /** Two instances with different lock keys would not exclude each other. */
    @Test
    void instanceWithAnotherNamespaceIsRefused() throws Exception {
        LeaderToken token = cluster.node("one").lead("role", BRISK);
        Node two = cluster.node("two", builder -> builder.namespace("another"));
        two.campaign("role", BRISK);
        assertThat(two.events().await(Kind.LEADER_ACQUIRE_FAILED, "role").reason())
                .contains("set the same namespace and lock_key on every instance");
        assertThat(query("SELECT lease_epoch FROM baton_leases")).isEqualTo(Long.toString(token.epoch()));
    }

    private String name() throws SQLException {
        return query("SELECT current_database()");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}

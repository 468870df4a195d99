package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.BatonBuilder;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many roles of one process on PostgreSQL: what they cost, how they are taken over, and that none harms another. */
class SharedSessionsTest {

    private static final int ROLES = 50;

    /** Nobody looks by himself, and no server ends a silent session, within the time of a test. */
    private static final Strategy.Session TOLD_OR_NEVER = new Strategy.Session(
            Duration.ofMillis(200),
            Duration.ofSeconds(2),
            Duration.ofMinutes(20),
            Duration.ofMinutes(20),
            Takeover.IMMEDIATE);

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final LeaseTable table = new LeaseTable(database.dataSource());
    private final Cluster cluster = new Cluster(database::dataSource, BatonBuilder::sharedSessions);
    private final Cluster own = new Cluster(database::dataSource);

    @AfterEach
    void close() {
        cluster.close();
        own.close();
    }

    private static List<Campaign> stand(Node node, Strategy strategy) {
        List<Campaign> all = new ArrayList<>();
        for (int i = 0; i < ROLES; i++) {
            all.add(node.campaign("role-" + i, strategy));
        }
        return all;
    }

    private static boolean leadsAll(List<Campaign> campaigns) {
        return campaigns.stream().allMatch(campaign -> campaign.gate().isLeader());
    }

    private long count(String sql, Object... values) throws SQLException {
        return table.rows(sql, row -> row.getLong(1), values).get(0);
    }

    /** Those that wait for the mark of another. */
    private boolean areWatching(int processes) throws SQLException {
        return count("SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                        + " WHERE a.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted"
                        + " AND l.objsubid = 2 AND l.mode = 'ShareLock'")
                == processes;
    }

    /** Leading and following, all roles of a process have three connections. */
    @Test
    void aProcessHasThreeConnectionsWhateverTheNumberOfItsRoles() throws Exception {
        List<String> accounts = List.of(database.name() + "_leads", database.name() + "_follows");
        List<List<Campaign>> campaigns = new ArrayList<>();
        for (String account : accounts) {
            table.update("CREATE ROLE " + account + " LOGIN SUPERUSER");
            String url = database.url().replace("user=postgres", "user=" + account);
            assertThat(url).contains(account);
            Node node = cluster.node(account, builder -> builder.leadership(new UrlDataSource(url)));
            List<Campaign> standing = stand(node, Strategy.session());
            campaigns.add(standing);
            Waits.until("all are led", () -> leadsAll(campaigns.get(0)));
        }
        Waits.until("all follow", () -> campaigns.get(1).stream().allMatch(campaign -> campaign.attempts() >= 2));
        Waits.until("they watch each other", () -> areWatching(2));
        for (String account : accounts) {
            Waits.until(
                    "three of " + account,
                    () -> count("SELECT count(*) FROM pg_stat_activity WHERE usename = ?", account) == 3);
        }
    }

    /** A term or a heartbeat that a crash of the server could forget would let two act. */
    @Test
    void termsAndHeartbeatsAreDurableWhateverTheAccountsDefaultIs() throws Exception {
        own.node("zero").lead("other", TOLD_OR_NEVER);
        table.update("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");
        table.update("CREATE TABLE seen (what text, setting text)");
        table.update("CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO seen VALUES (TG_OP, current_setting('synchronous_commit')); RETURN NEW; END $$");
        table.update("CREATE TRIGGER see AFTER INSERT OR UPDATE ON baton_leases FOR EACH ROW"
                + " WHEN (NEW.lease_name = 'role') EXECUTE FUNCTION see()");
        cluster.node("one").lead("role", TOLD_OR_NEVER);
        String seen = "SELECT DISTINCT what || ' ' || setting FROM seen ORDER BY 1";
        Waits.until("it has renewed", () -> rows(seen).size() > 1);
        assertThat(rows(seen)).containsExactly("INSERT on", "UPDATE on");
    }

    private List<String> rows(String query) throws SQLException {
        return table.rows(query, row -> row.getString(1));
    }

    /** One statement beats for all that are due: without that there would be as many as there are roles. */
    @Test
    void rolesBeatTogether() throws Exception {
        CountingDataSource counted = new CountingDataSource(database.dataSource());
        Node one = cluster.node("one", builder -> builder.leadership(counted.dataSource()));
        List<Campaign> all = stand(one, Strategy.session());
        Waits.until("all are led", () -> leadsAll(all));
        long before = beats();
        counted.forget();
        Waits.until("each has beaten some times", () -> beats() >= before + 10L * ROLES);
        long beaten = beats() - before;
        long statements = counted.sent().stream()
                .filter(sql -> sql.contains("SKIP LOCKED"))
                .count();
        assertThat(statements).isPositive().isLessThan(beaten / 3);
    }

    private long beats() throws SQLException {
        return count("SELECT coalesce(sum(beats), 0) FROM baton_leases");
    }

    @Test
    void everyRoleOfADeadProcessIsLedAgainBecauseItsNeighbourTells() throws Exception {
        killOneOfThree(cluster, TOLD_OR_NEVER);
    }

    /** The same where nobody is watched, and nobody hears anything either through that data source. */
    @Test
    void whatNobodyTellsOfIsFoundAtTheEndOfTheCandidatesPatience() throws Exception {
        String watch = ManualCandidate.prepare(database.dataSource())
                .ready()
                .sql()
                .get("sessions-watch")
                .jdbc();
        String nobody = watch.replace("pg_advisory_lock_shared(?, ?)", "pg_advisory_lock_shared(77, ? * 0 + ? * 0)");
        assertThat(nobody).isNotEqualTo(watch);
        MutantDataSource mutant = new MutantDataSource(database.dataSource());
        mutant.plant(new StatementMutant("nobody is watched", watch, nobody, ""));
        try (Cluster deaf = new Cluster(mutant::dataSource, BatonBuilder::sharedSessions);
                Connection forEver = database.dataSource().getConnection();
                Statement lock = forEver.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(77, 0)");
            killOneOfThree(
                    deaf,
                    new Strategy.Session(
                            Duration.ofMillis(200),
                            Duration.ofSeconds(2),
                            Duration.ofSeconds(8),
                            Duration.ofSeconds(3),
                            Takeover.IMMEDIATE));
        }
    }

    private void killOneOfThree(Cluster three, Strategy.Session strategy) throws Exception {
        Node one = three.node("one");
        List<Campaign> first = stand(one, strategy);
        Waits.until("all are led", () -> leadsAll(first));
        List<Campaign> others = new ArrayList<>();
        others.addAll(stand(three.node("two"), strategy));
        others.addAll(stand(three.node("three"), strategy));
        Waits.until("all follow", () -> others.stream().allMatch(campaign -> campaign.attempts() >= 2));
        Waits.until("they wait in the database", () -> areWatching(3));
        one.crash();
        Waits.until(
                "all are led again",
                () -> others.stream()
                                .filter(campaign -> campaign.gate().isLeader())
                                .count()
                        == ROLES);
        assertThat(count("SELECT count(*) FROM baton_leases WHERE lease_epoch = 2"))
                .isEqualTo(ROLES);
    }

    /** A role that is left, or handed over, is taken by another although nobody waits for its lock in the database. */
    @Test
    void aRoleThatIsLeftIsTakenBecauseTheLockIsAnnounced() throws Exception {
        Node one = cluster.node("one");
        Campaign a = one.campaign("role", TOLD_OR_NEVER);
        LeaderToken token = Node.leads(a);
        Node two = cluster.node("two");
        Campaign b = two.campaign("role", TOLD_OR_NEVER);
        Node three = cluster.node("three");
        Campaign c = three.campaign("role", TOLD_OR_NEVER);
        Waits.until("both follow", () -> b.attempts() >= 2 && c.attempts() >= 2);
        Waits.until("it can be transferred to", () -> isCandidate("three"));
        a.transferTo("three").get();
        assertThat(Node.leads(c).epoch()).isEqualTo(token.epoch() + 1);
        c.close();
        Waits.until("another leads", () -> a.gate().isLeader() || b.gate().isLeader());
    }

    private boolean isCandidate(String node) throws SQLException {
        return count(
                        "SELECT count(*) FROM baton_candidates c JOIN baton_nodes n ON n.holder_id = c.holder_id"
                                + " WHERE n.node_id = ?",
                        node)
                == 1;
    }

    /** An operator that has locked one row holds up one role. */
    @Test
    void aLockedRowHoldsUpNoHeartbeatOfAnotherRole() throws Exception {
        Node one = cluster.node("one");
        Campaign locked = one.campaign("locked", Strategy.session());
        Campaign other = one.campaign("other", Strategy.session());
        LeaderToken token = Node.leads(locked);
        LeaderToken otherToken = Node.leads(other);
        try (Connection operator = database.dataSource().getConnection()) {
            operator.setAutoCommit(false);
            LeaseTable.update(operator, "UPDATE baton_leases SET takeover = takeover WHERE lease_name = 'locked'");
            long before = beatsOf("other");
            Waits.until(
                    "its gate has shut, and the other one beats",
                    () -> !locked.gate().isLeader() && beatsOf("other") >= before + 4);
            operator.rollback();
        }
        Waits.until("it leads again", () -> locked.gate().isLeader());
        assertThat(Node.leads(locked).epoch()).isGreaterThanOrEqualTo(token.epoch());
        assertThat(Node.leads(other)).isEqualTo(otherToken);
        assertThat(one.events().all(Kind.LEADER_LOST, "other")).isEmpty();
    }

    private long beatsOf(String role) throws SQLException {
        return count("SELECT beats FROM baton_leases WHERE lease_name = ?", role);
    }

    /** One role leaves, the others stay; the last one takes the sessions with it. One that was refused has left nothing. */
    @Test
    void rolesLeaveOneByOneAndTheLastTakesTheSessionsWithIt() throws Exception {
        Node one = cluster.node("one");
        Campaign a = one.campaign("a", TOLD_OR_NEVER);
        Campaign b = one.campaign("b", TOLD_OR_NEVER);
        Node.leads(a);
        LeaderToken token = Node.leads(b);
        a.close();
        assertThat(locks()).isEqualTo(1);
        assertThat(Node.leads(b)).isEqualTo(token);
        assertThatThrownBy(() -> one.campaign("b", TOLD_OR_NEVER)).isInstanceOf(IllegalArgumentException.class);
        b.close();
        Waits.until(
                "no session of roles is left",
                () -> count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND application_name LIKE 'baton %'")
                        == 0);
        assertThat(Node.leads(one.campaign("a", TOLD_OR_NEVER)).epoch()).isEqualTo(2);
    }

    private long locks() throws SQLException {
        return count("SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                + " WHERE a.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted");
    }

    /** Both ways of one program, and so programs of two ages, meet on the same locks. */
    @Test
    void processesWithSessionsOfTheirOwnAreExcludedAndReplaced() throws Exception {
        Strategy.Session strategy = new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(600),
                Duration.ofSeconds(8),
                Duration.ofSeconds(2),
                Takeover.EXCLUSIVE);
        Node one = own.node("one");
        LeaderToken first = one.lead("role", strategy);
        Node two = cluster.node("two");
        Campaign b = two.campaign("role", strategy);
        Waits.until("it follows", () -> b.attempts() >= 3);
        assertThat(b.gate().isLeader()).isFalse();
        one.crash();
        LeaderToken second = Node.leads(b);
        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        Campaign c = own.node("three").campaign("role", strategy);
        Waits.until("it follows", () -> c.attempts() >= 3);
        two.crash();
        assertThat(Node.leads(c).epoch()).isEqualTo(second.epoch() + 1);
    }
}

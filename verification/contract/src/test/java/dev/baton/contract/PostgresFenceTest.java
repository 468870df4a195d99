package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Baton;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the fence can do on PostgreSQL beyond the contract. */
class PostgresFenceTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Cluster cluster = new Cluster(database.dataSource());

    @AfterEach
    void close() {
        cluster.close();
    }

    private Connection transaction() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static long fenceKey(DataSource source, String schema) throws SQLException {
        return ManualCandidate.prepare(source, new TableNames(schema, "baton_"))
                .ready()
                .keys("role", 0)
                .fenceKey();
    }

    private DataSource withSearchPath(String schema) {
        return new UrlDataSource(database.url() + "&currentSchema=" + schema);
    }

    private void createSchema(String name) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + name);
        }
    }

    /** Programs of before hashed the name as it was spelled; with plain settings they meet those of today. */
    @Test
    void fenceKeyComesFromTheTableAndNotFromItsSpelling() throws Exception {
        createSchema("app");
        long usual = RoleKeys.of("role", 0, "baton_leases").fenceKey();
        long inApp = RoleKeys.of("role", 0, "app.baton_leases").fenceKey();
        assertThat(fenceKey(database.dataSource(), "")).isEqualTo(usual);
        assertThat(fenceKey(database.dataSource(), "public")).isEqualTo(usual);
        assertThat(fenceKey(database.dataSource(), "app")).isEqualTo(inApp);
        assertThat(fenceKey(withSearchPath("app"), "")).isEqualTo(inApp);
        assertThat(fenceKey(withSearchPath("app"), "public")).isEqualTo(usual);
    }

    @Test
    void workAndElectionsMustMeanOneTable() throws Exception {
        createSchema("app");
        DataSource inApp = withSearchPath("app");
        Baton.start(inApp).close();
        assertThatThrownBy(
                        () -> Baton.on(inApp).leadership(database.dataSource()).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("app.baton_leases and baton_leases")
                .hasMessageContaining("name the schema");
    }

    /** Through a view the row is the same one and its name another: there would be two keys to one fence. */
    @Test
    void whoMeansAViewOfTheTableIsRefused() throws Exception {
        Baton.start(database.dataSource()).close();
        createSchema("app");
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIEW app.baton_leases AS SELECT * FROM public.baton_leases");
        }
        assertThatThrownBy(() -> Baton.start(withSearchPath("app,public")))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("'baton_leases' is not a table here");
    }

    /** Where several terms write together no lock is waited for, so one that is taken is an answer like any other. */
    @Test
    void aLockThatIsNotFreeCostsNoConnection() throws Exception {
        try (HikariDataSource pool = new HikariDataSource();
                Connection holder = transaction()) {
            pool.setJdbcUrl(database.url());
            pool.setMaximumPoolSize(2);
            pool.setMinimumIdle(1);
            try (Baton baton = Baton.on(pool).leadership(database.dataSource()).start();
                    Statement lock = holder.createStatement()) {
                LeaderToken token = cluster.node("two")
                        .baton()
                        .tryLease("lock", Duration.ofMinutes(10))
                        .orElseThrow()
                        .token();
                List<LeaderToken> tokens = List.of(token);
                String session = baton.<String, SQLException>fencedTogether(
                                tokens, FenceDemand.CURRENT, c -> ask(c, "SELECT pg_backend_pid()"))
                        .orElseThrow();
                lock.execute("LOCK TABLE baton_candidates");
                assertThatThrownBy(() -> baton.<String, SQLException>fencedTogether(
                                tokens, FenceDemand.CURRENT, c -> ask(c, "SELECT count(*) FROM baton_candidates")))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("lock timeout");
                holder.rollback();
                assertThat(baton.<String, SQLException>fencedTogether(
                                tokens, FenceDemand.CURRENT, c -> ask(c, "SELECT pg_backend_pid()")))
                        .contains(session);
                assertThatThrownBy(() ->
                                baton.<String, SQLException>fencedTogether(List.of(), FenceDemand.CURRENT, c -> ""))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    /** Mixed orders deadlock with a takeover. */
    @Test
    void fenceComesBeforeTheFirstWrite() throws Exception {
        Node node = cluster.node("one");
        LeaderToken token = node.lead("role", Strategy.session());
        try (Connection connection = transaction()) {
            ask(connection, "SELECT count(*) FROM baton_leases");
            node.baton().fence().enter(connection, token);
            connection.rollback();
            ask(connection, "WITH w AS (UPDATE baton_nodes SET version = version RETURNING 1) SELECT count(*) FROM w");
            assertThatThrownBy(() -> node.baton().fence().enter(connection, token))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the fence comes first");
        }
    }

    @Test
    void fenceBoundsItsTransactionAndNothingElse() throws Exception {
        Node node = cluster.node("one");
        LeaderToken token = node.lead("role", Strategy.session());
        List<String> bounded = List.of("statement_timeout", "idle_in_transaction_session_timeout");
        try (Connection connection = transaction()) {
            node.baton().fence().enter(connection, token);
            for (String setting : bounded) {
                assertThat(ask(connection, "SHOW " + setting)).as(setting).isEqualTo("5s");
            }
            connection.commit();
            for (String setting : bounded) {
                assertThat(ask(connection, "SHOW " + setting)).as(setting).isEqualTo("0");
            }
        }
    }

    @Test
    void timeoutsOfTheSessionAreOnlyShortened() throws Exception {
        Node node = cluster.node("one");
        LeaderToken token = node.lead("role", Strategy.session());
        try (Connection connection = transaction()) {
            ask(connection, "SELECT set_config('statement_timeout', '3s', false)");
            ask(connection, "SELECT set_config('idle_in_transaction_session_timeout', '2min', false)");
            connection.commit();
            node.baton().fence().enter(connection, token);
            assertThat(ask(connection, "SHOW statement_timeout")).isEqualTo("3s");
            assertThat(ask(connection, "SHOW idle_in_transaction_session_timeout"))
                    .isEqualTo("5s");
            connection.commit();
            assertThat(ask(connection, "SHOW idle_in_transaction_session_timeout"))
                    .isEqualTo("2min");
        }
    }

    /** One transaction of two roles keeps to the shorter bound, in whatever order they are entered. */
    @Test
    void ofTwoBoundsTheShorterHolds() throws Exception {
        Node node = cluster.node("one");
        LeaderToken longer = node.lead("longer", Strategy.session());
        LeaderToken shorter = node.lead("shorter", quick());
        try (Connection connection = transaction()) {
            for (LeaderToken first : List.of(longer, shorter)) {
                node.baton().fence().enter(connection, first);
                node.baton().fence().enter(connection, shorter);
                node.baton().fence().enter(connection, longer);
                assertThat(ask(connection, "SHOW statement_timeout")).isEqualTo("1s");
                assertThat(ask(connection, "SHOW idle_in_transaction_session_timeout"))
                        .isEqualTo("1s");
                connection.commit();
            }
        }
    }

    /** A fence behind a takeover that does not end gives up at its bound, and never goes round it. */
    @Test
    void fenceWaitsForATakeoverAndNotForEver() throws Exception {
        Node node = cluster.node("one");
        LeaderToken token = node.lead("role", quick());
        try (Connection takeover = transaction();
                Connection writer = transaction()) {
            node.baton().fence().enter(writer, token);
            String key = ask(
                    writer,
                    "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks WHERE locktype = 'advisory'"
                            + " AND mode = 'ShareLock' AND pid = pg_backend_pid()");
            writer.rollback();
            ask(takeover, "SELECT pg_advisory_xact_lock(" + key + ")::text");
            assertThatThrownBy(() -> node.baton().fence().enter(writer, token))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("statement timeout");
            writer.rollback();
            takeover.rollback();
            node.baton().fence().enter(writer, token);
        }
    }

    /** With a bound of one second. */
    private static Strategy.Session quick() {
        return new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
    }

    /** Writers of one term share the fence. */
    @Test
    void writersDoNotWaitForEachOther() throws Exception {
        Node node = cluster.node("one");
        LeaderToken token = node.lead("role", Strategy.session());
        try (Connection first = transaction();
                Connection second = transaction()) {
            node.baton().fence().enter(first, token);
            node.baton().fence().enter(second, token);
            second.commit();
            first.commit();
        }
    }

    /** A pool's connections may be set otherwise: the fenced transaction is READ COMMITTED, and only it. */
    @Test
    void fencedWorkRunsOnAConnectionOfHigherIsolation() throws Exception {
        Node node = cluster.node("one", new StrictDataSource(database.url()), settings -> settings);
        LeaderToken token = node.lead("role", Strategy.session());
        node.baton()
                .fenced(
                        token,
                        connection -> assertThat(ask(connection, "SHOW transaction_isolation"))
                                .isEqualTo("read committed"));
    }
}

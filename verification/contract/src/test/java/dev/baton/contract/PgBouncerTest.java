package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.BatonBuilder;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behind a pooler in transaction mode advisory locks lie: {@code session} says so, {@code lease} works. */
class PgBouncerTest {

    @TempDir
    Path folder;

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private PgBouncer pooler;

    @BeforeEach
    void start() throws Exception {
        pooler = PgBouncer.start(folder, database);
    }

    @AfterEach
    void stop() {
        if (pooler != null) {
            pooler.close();
        }
    }

    @Test
    void sessionIsRefusedWithTheRemedy() {
        refusesSessions(builder -> builder);
    }

    /** The locks of all roles would be lost at once, or be somebody else's. */
    @Test
    void soAreSessionsThatRolesShare() {
        refusesSessions(BatonBuilder::sharedSessions);
    }

    private void refusesSessions(UnaryOperator<BatonBuilder> settings) {
        UrlDataSource source = new UrlDataSource(pooler.url());
        try (Cluster cluster = new Cluster(() -> source, settings)) {
            Node node = cluster.node("one");
            assertThatThrownBy(() -> node.campaign("role", Strategy.session()))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("pooler in transaction mode")
                    .hasMessageContaining("use strategy lease, or connect directly to the database");
        }
    }

    @Test
    void leaseWorks() throws Exception {
        Strategy lease = new Strategy.Lease(Duration.ofSeconds(8), Duration.ofMillis(300), Duration.ofMillis(500));
        try (Cluster cluster = new Cluster(new UrlDataSource(pooler.url()))) {
            Node node = cluster.node("one");
            var campaign = node.campaign("role", lease);
            LeaderToken token = Node.leads(campaign);
            node.baton().fenced(token, connection -> {});
            campaign.drain().join();
            campaign.undrain();
            assertThat(Node.leads(campaign).epoch()).isEqualTo(2);
        }
    }

    /** A lock of a session would stay with a session that by then is somebody else's. */
    @Test
    void nodesStartTogetherAndLeaveNoLockBehind() throws Exception {
        try (Cluster cluster = new Cluster(new UrlDataSource(pooler.url()))) {
            ConcurrentRuns.run(10, i -> cluster.node("n" + i));
            assertThat(new LeaseTable(database.dataSource())
                            .rows(
                                    "SELECT objid FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                                            + " WHERE locktype = 'advisory' AND datname = current_database()",
                                    row -> row.getLong(1)))
                    .isEmpty();
        }
    }

    /** Elections past the pooler, work through it: how it is meant to be set up. */
    @Test
    void sessionPastThePoolerWorks() throws Exception {
        try (Cluster cluster = new Cluster(new UrlDataSource(pooler.url()))) {
            Node node = cluster.node("one", settings -> settings.leadership(database.dataSource()));
            LeaderToken token = node.lead("role", Strategy.session());
            node.baton().fenced(token, connection -> {});
        }
    }
}

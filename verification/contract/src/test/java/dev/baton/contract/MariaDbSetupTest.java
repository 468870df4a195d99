package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Baton;
import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.Node;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What is particular about MariaDB. */
class MariaDbSetupTest {

    @Test
    void readOnlyServerIsRefused() {
        try (MariaDbServer server = MariaDbServer.start("--read-only=ON")) {
            MariaDbDatabase database = MariaDbDatabase.on(server);
            assertThatThrownBy(() -> Baton.start(database.dataSource()))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("read-only")
                    .hasMessageContaining("connect to the primary");
        }
    }

    @Test
    void accountsThatMayDoTooLittleAreRefusedWithWhatTheyLack() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        UrlDataSource reader = new UrlDataSource(database.url().replace("user=root", "user=baton_reader"));
        database.server().run("CREATE USER IF NOT EXISTS baton_reader");
        database.server().run("GRANT SELECT ON " + database.name() + ".* TO baton_reader");
        assertThatThrownBy(() -> Baton.start(reader))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("cannot be applied with this account")
                .hasMessageContaining("have a DBA run the printed schema");

        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
        assertThatThrownBy(() -> Baton.start(reader))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("lacks rights on Baton's tables")
                .hasMessageContaining("apply the shipped grants for mariadb");
    }

    /** Without PROCESS nobody sees whom a takeover waits for; of one's own sessions one may then end any. */
    @Test
    void accountThatCannotSeeWhoHoldsUpATakeoverIsRefused() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        UrlDataSource plain = account(database, "baton_plain");
        assertThatThrownBy(() -> Baton.start(plain))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("may not end the session of a writer that holds it up")
                .hasMessageContaining("PROCESS")
                .hasMessageContaining("apply the shipped grants for mariadb");
        database.server().run("GRANT PROCESS ON *.* TO baton_plain");
        try (Cluster cluster = new Cluster(plain)) {
            assertThat(cluster.node("one").lead("role", Strategy.lease60()).epoch())
                    .isEqualTo(1);
        }
    }

    /** What the driver does once more by itself, in another session, enters the fence again without anybody looking at the answer. */
    @Test
    void driverThatRepeatsTransactionsIsRefused() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        String reconnects = database.url().replace("jdbc:mariadb:", "jdbc:mariadb:sequential:");
        UrlDataSource repeats = new UrlDataSource(reconnects + "&transactionReplay=true");
        assertThatThrownBy(() ->
                        Baton.on(repeats).leadership(database.dataSource()).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("transactionReplay");
        try (Cluster cluster = new Cluster(new UrlDataSource(reconnects))) {
            assertThat(cluster.node("one").lead("role", Strategy.session()).epoch())
                    .isEqualTo(1);
        }
    }

    /** Sessions of another account can be ended with CONNECTION ADMIN only. */
    @Test
    void accountThatMayNotEndWhoHoldsUpATakeoverIsRefused() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        UrlDataSource elects = account(database, "baton_elects");
        database.server().run("GRANT PROCESS ON *.* TO baton_elects");
        assertThatThrownBy(
                        () -> Baton.on(database.dataSource()).leadership(elects).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("may not end the session of a writer that holds it up")
                .hasMessageContaining("apply the shipped grants for mariadb");
    }

    private static UrlDataSource account(MariaDbDatabase database, String name) throws Exception {
        database.server().run("CREATE OR REPLACE USER " + name);
        database.server().run("GRANT ALL ON " + database.name() + ".* TO " + name);
        return new UrlDataSource(database.url().replace("user=root", "user=" + name));
    }

    /**
     * What a copy lacks it cannot tell: it may be of a replica that lagged, and a second one knows nothing of the first. A
     * restart of the same server is no such thing.
     */
    @Test
    void failOverThatLostATermGrantsItsEpochToNobodyElse() throws Exception {
        Strategy lease = Strategy.lease60();
        try (MariaDbServer old = MariaDbServer.start()) {
            MariaDbDatabase database = MariaDbDatabase.on(old);
            LeaderToken token;
            try (ManualCandidate a =
                    new ManualCandidate(ManualCandidate.prepare(database.dataSource()), "role", "a", lease)) {
                token = a.acquire();
                database.restart();
                assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            }
            long first;
            try (MariaDbServer copy = old.failOver()) {
                DataSource source = database.onto(copy).dataSource();
                try (ManualCandidate a = new ManualCandidate(ManualCandidate.prepare(source), "role", "a", lease)) {
                    assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
                }
                first = LostTerms.leapt(source, "role", lease);
                LostTerms.leapt(source, "role-not-copied", lease);
            }
            try (MariaDbServer another = old.failOver()) {
                DataSource source = database.onto(another).dataSource();
                assertThat(LostTerms.leapt(source, "role", lease)).isGreaterThan(first);
            }
        }
    }

    /** Statements that change the schema commit by themselves, so a crash can leave half of a migration. */
    @Test
    void halfAppliedMigrationIsFinished() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        String script = new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).print("mariadb");
        Scripts.run(database, script.substring(0, script.indexOf("CREATE TABLE IF NOT EXISTS baton_leader_events")));
        try (Cluster cluster = new Cluster(database.dataSource())) {
            assertThat(cluster.node("one").lead("role", Strategy.session()).epoch())
                    .isEqualTo(1);
        }
    }

    /** MySQL's driver calls the server MySQL, and its sessions are REPEATABLE READ unless told otherwise. */
    @Test
    void mysqlsDriverWorksWithTheServersDefaults() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        UrlDataSource source = new UrlDataSource("jdbc:mysql://127.0.0.1:"
                + database.server().port() + "/" + database.name() + "?user=root&sslMode=DISABLED");
        try (Connection connection = source.getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(Dialects.of(connection).folder()).isEqualTo("mariadb");
        }
        try (Cluster cluster = new Cluster(source)) {
            Node one = cluster.node("one");
            LeaderToken token = one.lead("role", Strategy.session());
            new LeaseTable(source).update("CREATE TABLE acts (x int)");
            one.baton().fenced(token, c -> LeaseTable.update(c, "INSERT INTO acts VALUES (1)"));
            assertThat(new LeaseTable(source).rows("SELECT x FROM acts", row -> row.getInt(1)))
                    .containsExactly(1);
        }
    }

    /** Lock names are one space for the whole server. */
    @Test
    void sameRoleInTwoDatabasesHasTwoLeaders() throws Exception {
        try (Cluster here = new Cluster(MariaDbDatabase.fresh().dataSource());
                Cluster there = new Cluster(MariaDbDatabase.fresh().dataSource())) {
            assertThat(here.node("one").lead("role", Strategy.session()).epoch())
                    .isEqualTo(1);
            assertThat(there.node("two").lead("role", Strategy.session()).epoch())
                    .isEqualTo(1);
        }
    }
}

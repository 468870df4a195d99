package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Baton;
import dev.baton.sql.dialect.Dialects;
import dev.baton.testkit.Installed;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.ManualCandidate;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A server with Galera's library, a cluster of one. */
class GaleraTest {

    private static String[] clusterOfOne(String... others) throws IOException {
        Path library =
                Installed.file("galera-4", "/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so");
        List<String> options = new ArrayList<>(List.of(
                "--wsrep-on=ON",
                "--wsrep-provider=" + library,
                "--wsrep-cluster-address=gcomm://",
                "--wsrep-provider-options=gcache.size=1M;gmcast.listen_addr=tcp://127.0.0.1:"
                        + MariaDbServer.freePort(),
                "--wsrep-node-address=127.0.0.1",
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2"));
        options.addAll(List.of(others));
        return options.toArray(String[]::new);
    }

    /** Percona XtraDB Cluster says that it is a MySQL, and it is none of the kind whose locks hold for all. */
    @Test
    void clusterUnderTheNameOfMySqlIsRecognised() throws Exception {
        try (MariaDbServer server = MariaDbServer.start(clusterOfOne("--version=5.7.19-31.20"));
                Connection connection = new UrlDataSource(
                                "jdbc:mysql://127.0.0.1:" + server.port() + "/?user=root&sslMode=DISABLED")
                        .getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("MySQL");
            assertThat(Dialects.of(connection).folder()).isEqualTo("mysql-galera");
            assertThat(Dialects.of(connection).sessionLocks()).isEmpty();
        }
    }

    /** What the copy lacks it cannot tell: it may be of last night, and a second one knows nothing of the first. */
    @Test
    void clusterBegunAnewFromACopyGrantsALostEpochToNobody() throws Exception {
        Strategy lease = Strategy.lease60();
        try (MariaDbServer old = MariaDbServer.start(clusterOfOne())) {
            MariaDbDatabase database = MariaDbDatabase.on(old);
            LeaderToken token;
            try (ManualCandidate a =
                    new ManualCandidate(ManualCandidate.prepare(database.dataSource()), "role", "a", lease)) {
                token = a.acquire();
                assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            }
            long first;
            try (MariaDbServer copy = old.failOver(clusterOfOne())) {
                DataSource source = database.onto(copy).dataSource();
                try (ManualCandidate a = new ManualCandidate(ManualCandidate.prepare(source), "role", "a", lease)) {
                    assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
                }
                first = LostTerms.leapt(source, "role", lease);
                LostTerms.leapt(source, "role-not-copied", lease);
            }
            try (MariaDbServer another = old.failOver(clusterOfOne())) {
                DataSource source = database.onto(another).dataSource();
                assertThat(LostTerms.leapt(source, "role", lease)).isGreaterThan(first);
            }
        }
    }

    @Test
    void accountThatMayNotEndWhoHoldsUpATakeoverIsRefused() throws Exception {
        try (MariaDbServer server = MariaDbServer.start(clusterOfOne())) {
            MariaDbDatabase database = MariaDbDatabase.on(server);
            server.run("CREATE USER baton_elects");
            server.run("GRANT ALL ON " + database.name() + ".* TO baton_elects");
            server.run("GRANT PROCESS ON *.* TO baton_elects");
            UrlDataSource elects = new UrlDataSource(database.url().replace("user=root", "user=baton_elects"));
            assertThatThrownBy(() ->
                            Baton.on(database.dataSource()).leadership(elects).start())
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("may not end the session of a writer that holds it up")
                    .hasMessageContaining("apply the shipped grants for galera");
        }
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.sql.dialect.Dialects;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.Node;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A server with Galera's library, a cluster of one. */
class GaleraTest {

    private static final Strategy LEASE =
            new Strategy.Lease(Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofSeconds(1));

    /** The server, with these options besides; the test is skipped where the library is not installed. */
    private static MariaDbServer start(String... options) throws IOException {
        Path library = Stream.of("/usr/lib/galera", "/usr/lib64/galera-4", "/usr/lib64/galera", "/usr/lib/galera-4")
                .map(folder -> Path.of(folder, "libgalera_smm.so"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(library != null, "Galera is not installed: install galera-4 to run these tests");
        List<String> all = new ArrayList<>(List.of(
                "--wsrep-on=ON",
                "--wsrep-provider=" + library,
                "--wsrep-cluster-address=gcomm://",
                "--wsrep-provider-options=gcache.size=1M;gmcast.listen_addr=tcp://127.0.0.1:" + freePort(),
                "--wsrep-node-address=127.0.0.1",
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2"));
        all.addAll(List.of(options));
        return MariaDbServer.start(all.toArray(String[]::new));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What names its history must be the same on all of its servers. */
    @Test
    void clusterIsRecognisedLedAndKnownByItsState() throws Exception {
        try (MariaDbServer server = start()) {
            DataSource source = MariaDbDatabase.on(server).dataSource();
            try (Connection connection = source.getConnection()) {
                assertThat(Dialects.of(connection).folder()).isEqualTo("galera");
            }
            LeaseTable table = new LeaseTable(source);
            table.update("CREATE TABLE acts (x int PRIMARY KEY)");
            try (Cluster cluster = new Cluster(source)) {
                Node one = cluster.node("one");
                LeaderToken token = one.lead("role", LEASE);
                one.baton().fenced(token, c -> LeaseTable.update(c, "INSERT INTO acts VALUES (1)"));
            }
            String sameName = "SELECT -CAST(CONV(LEFT(SHA2(variable_value, 256), 15), 16, 10) AS SIGNED) = timeline"
                    + " FROM information_schema.global_status, baton_leases"
                    + " WHERE variable_name = 'WSREP_CLUSTER_STATE_UUID'";
            assertThat(table.rows(sameName, row -> row.getBoolean(1))).containsExactly(true);
        }
    }

    /** Percona XtraDB Cluster says that it is a MySQL, and it is none of the kind whose locks hold for all. */
    @Test
    void clusterUnderTheNameOfMySqlIsRecognised() throws Exception {
        try (MariaDbServer server = start("--version=5.7.19-31.20");
                Connection connection = new UrlDataSource(
                                "jdbc:mysql://127.0.0.1:" + server.port() + "/?user=root&sslMode=DISABLED")
                        .getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("MySQL");
            assertThat(Dialects.of(connection).folder()).isEqualTo("mysql-galera");
            assertThat(Dialects.of(connection).sessionLocks()).isEmpty();
        }
    }
}

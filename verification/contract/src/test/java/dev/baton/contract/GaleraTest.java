package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.dialect.Dialects;
import dev.baton.testkit.Installed;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.UrlDataSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** A server with Galera's library, a cluster of one. */
class GaleraTest {

    /** Percona XtraDB Cluster says that it is a MySQL, and it is none of the kind whose locks hold for all. */
    @Test
    void clusterUnderTheNameOfMySqlIsRecognised() throws Exception {
        Path library =
                Installed.file("galera-4", "/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so");
        try (MariaDbServer server = MariaDbServer.start(
                        "--version=5.7.19-31.20",
                        "--wsrep-on=ON",
                        "--wsrep-provider=" + library,
                        "--wsrep-cluster-address=gcomm://",
                        "--wsrep-provider-options=gcache.size=1M;gmcast.listen_addr=tcp://127.0.0.1:" + freePort(),
                        "--wsrep-node-address=127.0.0.1",
                        "--binlog-format=ROW",
                        "--innodb-autoinc-lock-mode=2");
                Connection connection = new UrlDataSource(
                                "jdbc:mysql://127.0.0.1:" + server.port() + "/?user=root&sslMode=DISABLED")
                        .getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("MySQL");
            assertThat(Dialects.of(connection).folder()).isEqualTo("mysql-galera");
            assertThat(Dialects.of(connection).sessionLocks()).isEmpty();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Proxy;
import dev.baton.chaos.proxy.Way;
import dev.baton.testkit.GaleraCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Three servers of Galera, each of which takes writes; every node has one of its own. */
final class GaleraDatabase implements Database {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final GaleraCluster cluster = GaleraCluster.startUsual();
    private final List<RunningMariaDb> servers = IntStream.range(0, cluster.size())
            .mapToObj(number -> RunningMariaDb.of(cluster.server(number)))
            .toList();

    GaleraDatabase() {
        try {
            cluster.server(0).run("CREATE DATABASE chaos");
        } catch (SQLException e) {
            cluster.close();
            throw new IllegalStateException("a new Galera does not answer", e);
        }
        awaitWhole();
    }

    @Override
    public Way way(int node) {
        RunningMariaDb server = servers.get(node % servers.size());
        Proxy proxy = new Proxy(server.port());
        return new Way(server.url(proxy.port()), List.of(proxy));
    }

    /** On the first server that answers and has a majority; it waits for what the others have committed. */
    @Override
    public Connection connect() throws SQLException {
        SQLException last = null;
        for (RunningMariaDb server : servers) {
            try {
                return connect(server);
            } catch (SQLException e) {
                last = e;
            }
        }
        throw last;
    }

    private static Connection connect(RunningMariaDb server) throws SQLException {
        Connection connection =
                DriverManager.getConnection(server.url(server.port()) + "&connectTimeout=2000&socketTimeout=60000");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET wsrep_sync_wait = 15");
            statement.execute("SELECT 1"); // refused where there is no majority
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public void endSession(String session) {
        throw new UnsupportedOperationException("no session of Galera holds a role");
    }

    @Override
    public Server server(int node) {
        return servers.get(node % servers.size());
    }

    @Override
    public void switchOver() {
        throw new UnsupportedOperationException("Galera has no primary to switch over");
    }

    @Override
    public void awaitWhole() {
        Awaitility.await("all servers of Galera are one cluster")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    boolean whole = true;
                    for (RunningMariaDb server : servers) {
                        whole &= isWhole(server);
                    }
                    return whole;
                });
    }

    private boolean isWhole(RunningMariaDb server) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW STATUS LIKE 'wsrep_cluster_size'")) {
            return row.next() && row.getInt(2) == servers.size();
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}

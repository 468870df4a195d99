package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Proxy;
import dev.baton.chaos.proxy.Way;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One MariaDB or MySQL; a copy of its data, under another name, takes its place when it is switched over. */
final class CopiedDatabase implements Database {

    private final List<Proxy> proxies = new ArrayList<>();
    private volatile CopiedServer server;

    CopiedDatabase(CopiedServer server) {
        this.server = server;
    }

    @Override
    public synchronized Way way(int node) {
        Proxy proxy = new Proxy(server.port());
        proxies.add(proxy);
        return new Way(server.url(proxy.port()), List.of(proxy));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url(server.port()) + "&connectTimeout=2000&socketTimeout=60000");
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public void endSession(String session) throws SQLException {
        run("KILL " + session.replaceAll("[^0-9].*", ""));
    }

    @Override
    public Server server(int node) {
        return server;
    }

    @Override
    public synchronized void switchOver() {
        CopiedServer former = server;
        server = former.succeed();
        for (Proxy proxy : proxies) {
            proxy.retarget(server.port());
            proxy.cut();
        }
        former.remove();
    }

    @Override
    public void close() {
        server.remove();
    }
}

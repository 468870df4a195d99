package dev.baton.testkit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on a real MariaDB: one server for the whole test run, unless the test brings its own. */
public final class MariaDbDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final MariaDbServer server;
    private final String name;

    private MariaDbDatabase(MariaDbServer server, String name) {
        this.server = server;
        this.name = name;
    }

    private static final class Shared {
        private static final MariaDbServer SERVER = MariaDbServer.start();
    }

    /** A fresh database on the shared server; the test is skipped where MariaDB is not installed. */
    public static MariaDbDatabase fresh() {
        MariaDbServer.require();
        return on(Shared.SERVER);
    }

    /** A fresh database on this server. */
    public static MariaDbDatabase on(MariaDbServer server) {
        String name = "baton_" + NUMBER.incrementAndGet();
        try {
            server.run("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
        return new MariaDbDatabase(server, name);
    }

    /** The database of that name on a server that has it already. */
    public MariaDbDatabase onto(MariaDbServer other) {
        return new MariaDbDatabase(other, name);
    }

    public String name() {
        return name;
    }

    public MariaDbServer server() {
        return server;
    }

    @Override
    public String url() {
        return server.url(name);
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    @Override
    public String url(InetSocketAddress proxy) {
        return MariaDbServer.url(name, proxy.getPort());
    }

    @Override
    public String dialect() {
        return "mariadb";
    }

    @Override
    public boolean hasSessionLocks() {
        return true;
    }

    @Override
    public TestDatabase another() {
        return on(server);
    }

    @Override
    public void endSessions() throws SQLException {
        new OtherSessions("SELECT id FROM information_schema.processlist WHERE db = '" + name
                        + "' AND id <> CONNECTION_ID()")
                .end(dataSource());
    }

    @Override
    public boolean canRestart() {
        return true;
    }

    @Override
    public void restart() {
        server.crash();
        server.startAgain();
    }

    @Override
    public void close() {
        // The server goes with the test run, and the database with it.
    }
}

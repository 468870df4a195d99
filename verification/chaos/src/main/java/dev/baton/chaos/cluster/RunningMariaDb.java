package dev.baton.chaos.cluster;

import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.process.ProcessSignal;
import java.sql.SQLException;
import java.util.stream.Stream;

/** A MariaDB of the installed programs, with the database of the run. */
final class RunningMariaDb implements CopiedServer {

    private static final String DATABASE = "chaos";

    private final MariaDbServer server;
    private final int number;

    /** @param number its {@code server_id}, by which Baton tells one server from another */
    private RunningMariaDb(MariaDbServer server, int number) {
        this.server = server;
        this.number = number;
    }

    static RunningMariaDb create() {
        MariaDbServer server = MariaDbServer.start("--server-id=1");
        try {
            server.run("CREATE DATABASE " + DATABASE);
        } catch (SQLException e) {
            server.close();
            throw new IllegalStateException("a new MariaDB does not answer", e);
        }
        return new RunningMariaDb(server, 1);
    }

    /** A server of Galera, whose database another may have made. */
    static RunningMariaDb of(MariaDbServer server) {
        return new RunningMariaDb(server, 0);
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public String url(int port) {
        return MariaDbServer.url(DATABASE, port);
    }

    @Override
    public void kill() {
        server.crash();
    }

    @Override
    public void start() {
        server.startAgain();
    }

    @Override
    public void pause() {
        ProcessSignal.STOP.send(Stream.of(server.process()));
    }

    @Override
    public void resume() {
        ProcessSignal.CONTINUE.send(Stream.of(server.process()));
    }

    @Override
    public CopiedServer succeed() {
        return new RunningMariaDb(server.failOver("--server-id=" + (number + 1)), number + 1);
    }

    @Override
    public void remove() {
        server.close();
    }
}

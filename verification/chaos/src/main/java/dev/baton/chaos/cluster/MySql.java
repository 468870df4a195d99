package dev.baton.chaos.cluster;

import dev.baton.testkit.MySqlServer;
import dev.baton.testkit.process.ProcessSignal;
import java.util.stream.Stream;

/** A MySQL in a folder of its own. */
final class MySql implements CopiedServer {

    private final MySqlServer server;

    private MySql(MySqlServer server) {
        this.server = server;
    }

    static MySql create() {
        return new MySql(MySqlServer.start(
                MySqlServer.root()
                        .orElseThrow(() -> new IllegalStateException(
                                "no MySQL is named: run .ci/with-mysql ./baton chaos --engine mysql")),
                "chaos"));
    }

    @Override
    public void start() {
        server.startAgain();
    }

    @Override
    public int port() {
        return server.port();
    }

    /** By MariaDB's driver, which the server has. */
    @Override
    public String url(int way) {
        return server.url(way);
    }

    @Override
    public void kill() {
        server.crash();
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
        return new MySql(server.failOver());
    }

    @Override
    public void remove() {
        server.close();
    }
}

package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Proxy;
import dev.baton.chaos.proxy.Way;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The suite's own PostgreSQL: a primary, sometimes with a standby that takes its place. */
public final class PostgresWithStandby implements Database {

    /**
     * A primary that was left behind, and the last commit that its successor had.
     *
     * @param lastReplayed by the old server's clock, as text
     */
    public record Former(Postgres server, String lastReplayed) {}

    private final Path folder;
    private final Map<String, String> environment;
    private final List<Proxy> proxies = new ArrayList<>();
    private final List<Former> formers = new ArrayList<>();
    private volatile Postgres primary;
    private int servers = 1;

    PostgresWithStandby(Path folder, Machine machine) {
        this.folder = folder;
        this.environment = machine.environment();
        this.primary = Postgres.create(machine.home().resolve("postgres-1"), environment);
    }

    public Postgres primary() {
        return primary;
    }

    /** Servers that a fail-over has left behind, stopped. */
    public List<Former> formers() {
        return List.copyOf(formers);
    }

    /** To whatever server is the primary. */
    @Override
    public synchronized Way way(int node) {
        Proxy proxy = new Proxy(primary.port());
        proxies.add(proxy);
        return new Way(Postgres.url(proxy.port()), List.of(proxy));
    }

    @Override
    public Connection connect() throws SQLException {
        return primary.connect();
    }

    @Override
    public String now() {
        return "clock_timestamp()";
    }

    @Override
    public void endSession(String session) throws SQLException {
        run("SELECT pg_terminate_backend(" + session.replaceAll("[^0-9].*", "") + ")");
    }

    @Override
    public Server server(int node) {
        return primary;
    }

    @Override
    public void switchOver() throws SQLException {
        Standby standby = standby();
        standby.catchUp(primary);
        failOver(standby);
    }

    /** Copies the primary while it runs and has the copy follow it. */
    public synchronized Standby standby() throws SQLException {
        servers++;
        return Standby.of(primary, folder.resolve("postgres-" + servers), environment);
    }

    /** Stops the primary as a crash would, and goes on with the standby. */
    public synchronized void failOver(Standby standby) throws SQLException {
        Postgres old = primary;
        old.stop("immediate");
        String lastReplayed = standby.promote();
        formers.add(new Former(old, lastReplayed));
        primary = standby.server();
        for (Proxy proxy : proxies) {
            proxy.retarget(primary.port());
            proxy.cut();
        }
    }

    @Override
    public void close() {
        primary.stop("fast");
    }
}

package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Proxy;
import dev.baton.chaos.proxy.Way;
import dev.baton.testkit.patroni.PatroniCluster;
import dev.baton.testkit.patroni.PatroniMember;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL under Patroni: three members in every node's URL, of which the driver takes the primary. */
final class PatroniDatabase implements Database {

    private final PatroniCluster patroni = PatroniCluster.start();

    PatroniDatabase() {
        patroni.synchronous(true);
    }

    /** A member, whose death is over when another has taken its place. */
    private record Member(PatroniMember member, PatroniCluster patroni) implements Server {

        @Override
        public void kill() {
            member.kill();
            patroni.awaitPrimaryOtherThan(member);
        }

        @Override
        public void start() {
            member.start();
        }

        @Override
        public void pause() {
            member.pause();
            patroni.awaitPrimaryOtherThan(member);
        }

        @Override
        public void resume() {
            member.resume();
        }
    }

    @Override
    public Way way(int node) {
        List<Proxy> proxies = patroni.members().stream()
                .map(member -> new Proxy(member.port()))
                .toList();
        return new Way(PatroniCluster.url(proxies.stream().map(Proxy::port).toList()), proxies);
    }

    @Override
    public Connection connect() throws SQLException {
        List<Integer> ports =
                patroni.members().stream().map(PatroniMember::port).toList();
        return DriverManager.getConnection(PatroniCluster.url(ports) + "&connectTimeout=2&socketTimeout=60");
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
        return new Member(patroni.primary(), patroni);
    }

    @Override
    public void switchOver() {
        patroni.switchOver();
    }

    @Override
    public void awaitWhole() {
        patroni.awaitWhole();
    }

    @Override
    public void close() {
        patroni.close();
    }
}

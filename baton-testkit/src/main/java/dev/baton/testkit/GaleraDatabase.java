package dev.baton.testkit;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;

/** A database on a Galera cluster: each data source stays with one server, the next has the next one. */
public final class GaleraDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final GaleraCluster cluster;
    private final String name;
    private final IntSupplier turn;

    private GaleraDatabase(GaleraCluster cluster, String name, IntSupplier turn) {
        this.cluster = cluster;
        this.name = name;
        this.turn = turn;
    }

    private static final class Shared {
        private static final GaleraCluster CLUSTER = GaleraCluster.start();
    }

    /** A fresh database on the cluster of this test run; the test is skipped where Galera is not installed. */
    public static GaleraDatabase fresh() {
        MariaDbServer.require();
        return on(Shared.CLUSTER);
    }

    /**
     * The same for what takes long on three servers of one machine: only where {@code BATON_TEST_GALERA} says
     * {@code all}; else the test is skipped.
     */
    public static GaleraDatabase freshWhereAllIsTried() {
        Assumptions.assumeTrue(
                "all".equals(System.getenv("BATON_TEST_GALERA")), "BATON_TEST_GALERA is not 'all': leadership alone");
        return fresh();
    }

    /** A fresh database on this cluster. */
    public static GaleraDatabase on(GaleraCluster cluster) {
        String name = "baton_" + NUMBER.incrementAndGet();
        try {
            for (int i = 0; i < cluster.size(); i++) {
                cluster.server(i)
                        .run("CREATE DATABASE IF NOT EXISTS " + name); // each server has it when it has answered
            }
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
        return new GaleraDatabase(cluster, name, new AtomicInteger()::getAndIncrement);
    }

    @Override
    public String url() {
        return cluster.server(turn.getAsInt()).url(name);
    }

    /** The same database with one server for everybody. */
    public GaleraDatabase onOneServer() {
        return new GaleraDatabase(cluster, name, () -> 0);
    }

    /** Each session with the next server, as through a proxy that spreads them. */
    public DataSource spreading() {
        return new UrlDataSource(this::url);
    }

    /** Sees what was committed on any server before. The sessions of nodes do not, as they come. */
    @Override
    public DataSource dataSource() {
        return new UrlDataSource(url(), "SET wsrep_sync_wait = 15");
    }

    @Override
    public DataSource stepByStep() {
        return new UrlDataSource(
                url(),
                "SET wsrep_sync_wait = 15, time_zone = '-03:30'",
                "SET wsrep_sync_wait = 15, time_zone = '+10:30'");
    }

    @Override
    public String dialect() {
        return "galera";
    }

    @Override
    public boolean hasSessionLocks() {
        return false;
    }

    @Override
    public boolean collidesAtCommit() {
        return true;
    }

    @Override
    public TestDatabase another() {
        return on(cluster);
    }

    @Override
    public void close() {
        // The servers go with the test run, and the database with them.
    }
}

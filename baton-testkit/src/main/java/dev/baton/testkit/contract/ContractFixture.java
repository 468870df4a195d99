package dev.baton.testkit.contract;

import dev.baton.sql.BatonBuilder;
import dev.baton.sql.database.Database;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** One database for a class of tests, and instances for each of them. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ContractFixture implements Contract {

    private static final AtomicInteger ROLE = new AtomicInteger();

    private TestDatabase database;
    private Database prepared;
    private Cluster cluster;
    private String role;

    /** An empty database, closed by this class. */
    protected abstract TestDatabase open() throws Exception;

    /** How its instances are set. */
    protected BatonBuilder settings(BatonBuilder builder) {
        return builder;
    }

    @BeforeAll
    protected void openDatabase() throws Exception {
        database = open();
        prepared = ManualCandidate.prepare(database.stepByStep());
    }

    /**
     * The connections of an instance. The tests go step by step, on whichever server of a cluster the next step is: what was done
     * on another is known there.
     */
    protected DataSource connections() {
        return database.stepByStep();
    }

    @BeforeEach
    protected void openCluster() {
        cluster = new Cluster(this::connections, this::settings);
        role = "role-" + ROLE.incrementAndGet();
    }

    @AfterEach
    protected void closeCluster() {
        cluster.close();
    }

    @AfterAll
    protected void closeDatabase() {
        if (database != null) {
            database.close();
        }
    }

    @Override
    public TestDatabase database() {
        return database;
    }

    @Override
    public Database prepared() {
        return prepared;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public String role() {
        return role;
    }
}

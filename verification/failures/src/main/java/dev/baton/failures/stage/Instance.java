package dev.baton.failures.stage;

import dev.baton.Backoff;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.FailurePlan;
import dev.baton.failures.driver.Pool;
import dev.baton.failures.driver.Wiring;
import dev.baton.jobs.JobsSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.submissions.SubmissionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** One process as the database sees it. Killed, it is cut off, and what its threads still do counts for nothing. */
public final class Instance {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final int PATIENCE = 10_000;

    private final Pool application;
    private final Pool leadership;
    private final Baton baton;
    private volatile boolean alive = true;
    private volatile boolean left;
    private AutoCloseable work = () -> {};

    Instance(World world, FailurePlan plan, Wiring outer) {
        Runnable death = () -> {
            outer.death().run();
            died();
        };
        Wiring wiring = new Wiring(outer.state(), outer.bug(), outer.impatient(), death);
        this.application = new Pool(world.source(), world.engine(), plan, wiring, world.names());
        this.leadership = Pool.ofSessions(world.source(), world.engine(), world.names());
        this.baton = Baton.on(application)
                .leadership(leadership)
                .node("n" + NUMBER.incrementAndGet())
                .strategy(strategy(world.engine()))
                .backoff(new Backoff(Duration.ofMillis(10), Duration.ofMillis(40), Duration.ofMillis(200)))
                .component(JobsSchema.COMPONENT)
                .component(SubmissionManager.SCHEMA)
                .component(ShardsSchema.COMPONENT)
                .start();
    }

    private static Strategy strategy(Engine engine) {
        return engine == Engine.H2
                ? new Strategy.Lease(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofMillis(100))
                : new Strategy.Session(
                        Duration.ofMillis(200),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        Takeover.IMMEDIATE);
    }

    private void died() {
        alive = false;
        leadership.die();
    }

    /** What it is there for; closed with it. */
    <T extends AutoCloseable> T working(T started) {
        work = started;
        return started;
    }

    public Baton baton() {
        return baton;
    }

    public Pool connections() {
        return application;
    }

    /** What a client does in a transaction of its own, and with a time-out of its own. */
    <T> T within(Transactions.Body<T, SQLException> body) throws SQLException {
        try (Connection connection = application.getConnection()) {
            boolean lent = connection.getAutoCommit();
            boolean readOnly = connection.isReadOnly();
            connection.setNetworkTimeout(Runnable::run, PATIENCE);
            if (readOnly) {
                connection.setReadOnly(false);
            }
            connection.setAutoCommit(false);
            try {
                T result = body.run(connection);
                connection.commit();
                return result;
            } finally {
                tidy(connection, lent, readOnly);
            }
        }
    }

    /** What the client leaves on a connection that is lost is nobody's concern. */
    private static void tidy(Connection connection, boolean lent, boolean readOnly) throws SQLException {
        if (!connection.isClosed()) {
            connection.rollback();
            connection.setAutoCommit(lent);
            if (readOnly) {
                connection.setReadOnly(true);
            }
            connection.setNetworkTimeout(Runnable::run, 0);
        }
    }

    public boolean isAlive() {
        return alive;
    }

    /** It ends its work as it should, from now on. */
    void leaves() {
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    /** For what must not happen in a process that is dead. */
    void requireAlive() {
        if (!alive) {
            throw new IllegalStateException("this process is dead, says the test");
        }
    }

    /** Its work ends first, as in a program. */
    void close() throws Exception {
        work.close();
        baton.close();
        application.close();
        leadership.close();
    }

    /** A dead one may take its time to notice that nobody listens: nobody waits for that. */
    void closeInBackground() {
        Thread thread = new Thread(
                () -> {
                    try {
                        close();
                    } catch (Exception e) {
                        // It is dead.
                    }
                },
                "end-of-a-dead-instance");
        thread.setDaemon(true);
        thread.start();
    }
}

package dev.baton.jobs.worker;

import dev.baton.jobs.ClaimLostException;
import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.check.StorableText;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.FenceLostException;
import dev.baton.sql.FencedWork;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.Script;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.jdbc.WorkConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A run as its handler sees it. */
final class RunContext implements JobContext {

    private static final int LONGEST_PROGRESS = 500;

    private final Claim claim;
    private final JobDatabase database;

    RunContext(Claim claim, JobDatabase database) {
        this.claim = claim;
        this.database = database;
    }

    @Override
    public ClaimToken token() {
        return claim.token();
    }

    @Override
    public String job() {
        return claim.job().job();
    }

    @Override
    public String payload() {
        String payload = claim.job().payload();
        return payload == null ? "{}" : payload;
    }

    @Override
    public int attempt() {
        return claim.job().recurring() ? 1 : claim.job().attempt();
    }

    /** A recurring job is one row, whose time stays as it is until a run has succeeded. */
    @Override
    public String idempotencyKey() {
        String id = claim.token().jobId().toString();
        return claim.job().recurring() ? id + "@" + claim.job().nextRunTime() : id;
    }

    @Override
    public Optional<String> traceparent() {
        return Optional.ofNullable(claim.job().traceparent());
    }

    @Override
    public Instant scheduledTime() {
        return claim.job().scheduledTime();
    }

    @Override
    public Instant startedTime() {
        return claim.job().startedAt();
    }

    @Override
    public Duration heartbeatAge() {
        return claim.sinceConfirmed();
    }

    @Override
    public boolean isCancelled() {
        return claim.isCancelled();
    }

    @Override
    public void ensureActive() {
        if (claim.isCancelled()) {
            Claim.Stop stop = claim.stopReason();
            throw new ClaimLostException(claim.token(), stop == null ? "its lock is too old" : stop.why());
        }
    }

    @Override
    public boolean awaitCancelled(Duration atMost) throws InterruptedException {
        return claim.awaitStop(atMost);
    }

    @Override
    public void progress(String text) {
        claim.progress(StorableText.of(text, LONGEST_PROGRESS));
    }

    @Override
    public <T, X extends Exception> T fenced(FencedWork<T, X> work) throws SQLException, X {
        ensureActive();
        Database.Ready ready = database.baton().database().ready();
        return Connections.<T, X>useBorrowed(
                database.dataSource(),
                Database.WORK_OPENING,
                lockTimeout(),
                connection -> Transactions.<T, X>inTransaction(
                        connection,
                        c -> {
                            hold(c, ready);
                            return work.run(WorkConnection.of(c));
                        },
                        c -> commit(c, ready)));
    }

    /** Nobody waits longer for an answer than others wait for a sign of life. */
    private Duration lockTimeout() {
        return Duration.ofMillis(Math.min(claim.job().lockTimeoutMillis(), Integer.MAX_VALUE));
    }

    /** Locks the row first, then looks: it can change hands only after this transaction has ended. */
    private void hold(Connection connection, Database.Ready ready) throws SQLException {
        Script script = new Script(ready.dialect().takesScripts());
        Command hold = database.sql()
                .get("claim-hold")
                .set("id", claim.token().jobId().toString())
                .set("claim", claim.token().claimNumber())
                .set("worker", claim.token().holderId())
                .set("bound_ms", Long.toString(lockTimeout().toMillis() / 2));
        Script.Answer<Boolean> mine = script.ask(hold, row -> true);
        script.add(ready.dialect().mark(ready.sql())).run(connection);
        if (mine.first().isEmpty()) {
            throw new ClaimLostException(claim.token(), "the job was reclaimed, or ended");
        }
    }

    /** Only the transaction that locked the row: the database may have ended that one, and begun another, by itself. */
    private static void commit(Connection connection, Database.Ready ready) throws SQLException {
        if (!ready.dialect().isMarked(connection, ready.sql())) {
            throw new FenceLostException();
        }
        connection.commit();
    }
}

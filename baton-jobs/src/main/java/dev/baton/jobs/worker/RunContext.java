package dev.baton.jobs.worker;

import dev.baton.jobs.ClaimLostException;
import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.check.StorableText;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.FencedWork;
import dev.baton.sql.jdbc.Transactions;
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
        try (Connection connection = database.dataSource().getConnection()) {
            return Transactions.<T, X>inTransaction(connection, c -> {
                hold(c);
                return work.run(c);
            });
        }
    }

    /** Locks the row first, then looks: it can change hands only after this transaction has ended. */
    private void hold(Connection connection) throws SQLException {
        boolean mine = database.sql()
                .get("claim-hold")
                .set("id", claim.token().jobId().toString())
                .set("claim", claim.token().claimNumber())
                .set("worker", claim.token().holderId())
                .set("bound_ms", Long.toString(Math.min(claim.job().lockTimeoutMillis() / 2, Integer.MAX_VALUE)))
                .first(connection, row -> true)
                .orElse(false);
        if (!mine) {
            throw new ClaimLostException(claim.token(), "the job was reclaimed, or ended");
        }
    }
}

package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.JobsSchema;
import dev.baton.server.store.Completions;
import dev.baton.server.store.Completions.Outcome;
import dev.baton.server.store.Completions.Reception;
import dev.baton.server.store.Completions.Run;
import dev.baton.server.store.Completions.Said;
import dev.baton.server.store.ServerSchema;
import dev.baton.server.store.ServerSql;
import dev.baton.server.work.CallbackOffers.Offer;
import dev.baton.sql.Baton;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Who was told that its word is taken is not overruled by a time that was over just then. */
class CallbackOffersTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Run RUN = new Run(UUID.fromString("0190a000-0000-7000-8000-000000000001"), 7);

    @Test
    void aWordThatWasTakenIsNotOverruledByTheTimeOut() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                Baton other = baton(new FaultyDataSource(database.dataSource()))) {
            FaultyDataSource away = new FaultyDataSource(database.dataSource());
            try (Baton own = baton(away);
                    Completions ours = new Completions(new ServerSql(own.database()), "own-1");
                    Completions theirs = new Completions(new ServerSql(other.database()), "other-1")) {
                run(database);
                Offer offer = new Offer(ours, ours.expect(RUN), "somewhere");
                away.cut(); // so that nothing is seen of the word before the time is over
                assertThat(theirs.receiveEnd(RUN, offer.expected().secret(), new Said(Outcome.COMPLETED, "well")))
                        .isEqualTo(Reception.TAKEN);
                CompletableFuture<Void> ending = offer.awaitWord(SHORT, line -> {});
                passTheTime();
                assertThat(ending).isNotDone();
                away.mend();
                ending.get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Test
    void withoutAWordTheRunHasFailedAndNoneIsTakenAnyMore() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                Baton own = baton(new FaultyDataSource(database.dataSource()));
                Completions ours = new Completions(new ServerSql(own.database()), "own-1")) {
            run(database);
            Offer offer = new Offer(ours, ours.expect(RUN), "somewhere");
            CompletableFuture<Void> ending = offer.awaitWord(SHORT, line -> {});
            assertThatThrownBy(() -> ending.get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                    .hasMessageContaining("has not completed it within 1 ms");
            assertThat(ours.receiveEnd(RUN, offer.expected().secret(), new Said(Outcome.COMPLETED, "well")))
                    .isNotEqualTo(Reception.TAKEN);
        }
    }

    private static Baton baton(FaultyDataSource source) throws Exception {
        return Baton.on(source.dataSource())
                .node("n-" + System.identityHashCode(source))
                .component(JobsSchema.COMPONENT)
                .component(ServerSchema.COMPONENT)
                .start();
    }

    private static void run(TestDatabase database) throws Exception {
        new LeaseTable(database.dataSource())
                .update("INSERT INTO baton_jobs (id, job_name, status, claim_number) VALUES ('" + RUN.job()
                        + "', 'j', 'running', " + RUN.claim() + ")");
    }

    /** The same timer ends this later than what it was given before. */
    private static void passTheTime() {
        assertThatThrownBy(() -> new CompletableFuture<Void>()
                        .orTimeout(SHORT.multipliedBy(50).toMillis(), TimeUnit.MILLISECONDS)
                        .join())
                .hasRootCauseInstanceOf(TimeoutException.class);
    }
}

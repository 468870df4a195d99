package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.JobsSchema;
import dev.baton.server.store.Completions.Expected;
import dev.baton.server.store.Completions.Outcome;
import dev.baton.server.store.Completions.Reception;
import dev.baton.server.store.Completions.Run;
import dev.baton.server.store.Completions.Said;
import dev.baton.sql.Baton;
import dev.baton.testkit.CapitalIds;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Who knows a run's secret completes it, once, on any node, while it is the job's own claim; on every database. */
class CompletionsTest implements OnEveryDatabase {

    private static final UUID JOB = UUID.fromString("0190a000-0000-7000-8000-000000000001");
    private static final Said WELL = new Said(Outcome.COMPLETED, "Ünal says so");

    /** As SQL Server writes them. */
    @Test
    void withIdsInCapitals() throws Exception {
        try (TestDatabase database = new CapitalIds(H2Database.fresh())) {
            prove(database);
        }
    }

    /** As when memory has run out for a moment: nobody else would complete the runs of this process. */
    @Test
    void anErrorDoesNotEndTheThreadThatLooks() throws Exception {
        AtomicBoolean fails = new AtomicBoolean(true);
        try (TestDatabase database = H2Database.fresh();
                Baton baton = Baton.on(failingOnce(database.dataSource(), fails))
                        .component(JobsSchema.COMPONENT)
                        .component(ServerSchema.COMPONENT)
                        .start();
                Completions completions = new Completions(new ServerSql(baton.database()), "own-1")) {
            Expected expected = completions.expect(new Run(JOB, 7));
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> !fails.get());
            new LeaseTable(database.dataSource())
                    .update("INSERT INTO baton_jobs (id, job_name, status, claim_number) VALUES ('" + JOB
                            + "', 'j', 'running', 7)");
            completions.receiveEnd(new Run(JOB, 7), expected.secret(), WELL);
            assertThat(expected.said().get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isEqualTo(WELL);
        }
    }

    /** The first look fails. */
    private static DataSource failingOnce(DataSource real, AtomicBoolean fails) {
        return proxy(
                DataSource.class,
                real,
                (method, answer) -> answer instanceof Connection connection
                        ? proxy(Connection.class, connection, (prepare, statement) -> {
                            if (prepare.getName().equals("prepareStatement")
                                    && Thread.currentThread().getName().equals("baton-completions")
                                    && fails.compareAndSet(true, false)) {
                                throw new AssertionError("as if memory had run out");
                            }
                            return statement;
                        })
                        : answer);
    }

    private static <T> T proxy(Class<T> type, T real, BiFunction<Method, Object, Object> then) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            try {
                return then.apply(method, method.invoke(real, args));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @Override
    public void prove(TestDatabase database) throws Exception {
        LeaseTable table = new LeaseTable(database.dataSource());
        try (Baton baton = Baton.on(database.dataSource())
                        .node("n1")
                        .component(JobsSchema.COMPONENT)
                        .component(ServerSchema.COMPONENT)
                        .start();
                Completions own = new Completions(new ServerSql(baton.database()), "own-1");
                Completions other = new Completions(new ServerSql(baton.database()), "other-1")) {
            Expected expected = own.expect(new Run(JOB, 7));
            assertThat(other.receiveEnd(new Run(JOB, 7), expected.secret(), WELL))
                    .as("nobody runs the job")
                    .isEqualTo(Reception.TOO_LATE);
            table.update("INSERT INTO baton_jobs (id, job_name, status, claim_number) VALUES ('" + JOB
                    + "', 'j', 'running', 8)");
            assertThat(other.receiveEnd(new Run(JOB, 7), expected.secret(), WELL))
                    .as("it is run under a later claim")
                    .isEqualTo(Reception.TOO_LATE);
            table.update("UPDATE baton_jobs SET claim_number = 7");
            assertThat(other.receiveEnd(new Run(JOB, 7), "guessed", WELL)).isEqualTo(Reception.UNKNOWN);
            assertThat(other.receiveEnd(new Run(JOB, 6), expected.secret(), WELL))
                    .isEqualTo(Reception.UNKNOWN);
            table.update("UPDATE baton_jobs SET cancel_requested = ?", true);
            assertThat(other.receiveEnd(new Run(JOB, 7), expected.secret(), WELL))
                    .as("it is to be cancelled")
                    .isEqualTo(Reception.TOO_LATE);
            table.update("UPDATE baton_jobs SET cancel_requested = ?", false);
            assertThat(expected.said()).isNotDone();

            assertThat(other.receiveEnd(new Run(JOB, 7), expected.secret(), WELL))
                    .isEqualTo(Reception.TAKEN);
            assertThat(expected.said().get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isEqualTo(WELL);
            assertThat(other.receiveEnd(new Run(JOB, 7), expected.secret(), new Said(Outcome.FAILED, "")))
                    .as("said once")
                    .isNotEqualTo(Reception.TAKEN);
        }
        assertThat(table.rows("SELECT job_id FROM baton_completions", row -> row.getString(1)))
                .as("nothing is left of it")
                .isEmpty();
    }
}

package dev.baton.chaos.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.chaos.history.Journal;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.node.DataSources;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** What somebody builds on the library: three roles with fenced writes, and a handler of jobs. */
final class Application implements AutoCloseable {

    /** Who runs the jobs of the suite. */
    static final String HANDLER = "chaos";

    private static final int THREADS = 6;

    private static final int ELECTIONS = 6;

    private final HikariDataSource pool;
    private final HikariDataSource elections;
    private final Baton baton;
    private final Jobs jobs;
    private final Map<String, Campaign> campaigns = new LinkedHashMap<>();
    private final GateJournal gates;
    private final RegisterReader reader;
    private final AtomicBoolean closed = new AtomicBoolean();

    Application(String node, Login login, Journal journal, Engine engine, int patience) {
        pool = DataSources.pool(login, 8);
        elections = DataSources.pool(login, ELECTIONS);
        gates = new GateJournal(journal);
        baton = Baton.on(pool)
                .leadership(elections)
                .node(node)
                .listener(gates)
                .drainTimeout(Duration.ofSeconds(2))
                .component(dev.baton.jobs.JobsSchema.COMPONENT)
                .start();
        journal.write("S", baton.holderId(), System.nanoTime());
        Roles.ofApplication(engine, patience)
                .forEach((role, strategy) -> campaigns.put(
                        role,
                        baton.campaign(
                                Candidacy.of(role).with(strategy), new FencedAppends(role, baton, journal, engine))));
        reader = new RegisterReader(pool, journal, engine);
        jobs = Jobs.on(baton)
                .settings(JobSettings.DEFAULT
                        .withPollInterval(Duration.ofSeconds(1))
                        .withThreads(THREADS)
                        .withLock(Duration.ofSeconds(5), Duration.ofMillis(700), Duration.ofMillis(700))
                        .withStopTimeout(Duration.ofSeconds(2)))
                .handler(HANDLER, new JournaledJob(journal))
                .withoutDuties()
                .start();
    }

    void transfer(String role, String node) {
        @SuppressWarnings("unused") // a refusal shows in the history: the term goes on
        CompletableFuture<Void> asked = campaigns.get(role).transferTo(node);
    }

    void drain(String role) {
        @SuppressWarnings("unused") // the history shows when
        CompletableFuture<Void> asked = campaigns.get(role).drain();
    }

    void undrain(String role) {
        campaigns.get(role).undrain();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Thread leaving = new Thread(baton::close, "application-leaves");
        leaving.start();
        jobs.close();
        try {
            leaving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reader.close();
        gates.close();
        elections.close();
        pool.close();
    }
}

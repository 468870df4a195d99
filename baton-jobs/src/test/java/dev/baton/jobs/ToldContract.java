package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Tracing;
import dev.baton.jobs.admin.DatabaseJobAdmin;
import dev.baton.jobs.enqueue.JobEnqueuer;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.schedule.LeaderDuties;
import dev.baton.jobs.schedule.RecurringDefinitions;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers are told of all that is committed for them, also where whoever committed it never heard so. */
interface ToldContract extends JobsStage {

    @Test
    default void workersAreToldOfWhatAnOperatorDidWithoutGettingAnAnswer() throws Exception {
        UUID id = cluster()
                .start(cluster().builder().clientOnly())
                .enqueue(JobRequest.of("w"))
                .id();
        LostAnswers answers = new LostAnswers(cluster().sessions());
        JobDatabase database = new JobDatabase(cluster().baton(answers.source()));
        Told told = new Told(() -> true);
        DatabaseJobAdmin admin = new DatabaseJobAdmin(
                database,
                new RecurringDefinitions(database, Cluster.QUICK),
                new DatabaseRetry(database.baton().database()::knownDialect),
                told,
                () -> {});
        admin.pause(id);
        assertThat(told.times()).isZero();

        answers.loseNext("UPDATE baton_jobs", () -> {
            throw new IllegalStateException("and nobody tries again");
        });
        assertThatThrownBy(() -> admin.resume(id)).isNotNull();
        assertThat(told.times()).isEqualTo(1);
        assertThat(admin.show(id).orElseThrow().job().paused()).isFalse();

        admin.resume(UUID.randomUUID());
        assertThat(told.times()).as("a second try may find nothing to do").isEqualTo(2);

        admin.changeWork(id, Optional.of("known"), Optional.empty());
        assertThat(told.times())
                .as("it may be due, and have waited for a handler")
                .isEqualTo(3);
    }

    @Test
    default void workersAreToldOfAJobThatIsStoredWithoutAnAnswer() throws Exception {
        LostAnswers answers = new LostAnswers(cluster().sessions());
        JobDatabase database = new JobDatabase(cluster().baton(answers.source()));
        Told told = new Told(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs") == 1);
        JobEnqueuer enqueuer = new JobEnqueuer(
                database,
                Cluster.QUICK,
                new DatabaseRetry(database.baton().database()::knownDialect),
                new JobListeners(List.of()),
                told,
                Tracing.NONE);
        database.store();
        answers.loseNext(() -> {
            throw new IllegalStateException("and nobody tries again");
        });
        assertThatThrownBy(() -> enqueuer.enqueue(List.of(JobRequest.of("w")))).isNotNull();
        assertThat(told.times()).isEqualTo(1);
    }

    /** It is the only one in a year: whoever leads next finds nothing to do. */
    @Test
    default void workersAreToldOfATickThatIsStoredWithoutAnAnswer() throws Exception {
        cluster()
                .start(cluster().builder().clientOnly())
                .admin()
                .define(JobDefinition.of("yearly", Schedule.cron("0 0 1 1 *", "UTC")));
        cluster()
                .update("UPDATE baton_jobs SET last_tick = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z',"
                        + " next_run_time = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");
        String ticks = "SELECT COUNT(*) FROM baton_jobs WHERE parent_id IS NOT NULL";
        LostAnswers answers = new LostAnswers(cluster().sessions());
        JobDatabase database = new JobDatabase(cluster().baton(answers.source()));
        Told told = new Told(() -> cluster().number(ticks) == 1);
        answers.loseNext("INSERT INTO baton_jobs", () -> {});
        try (LeaderDuties duties = new LeaderDuties(
                database,
                Cluster.QUICK,
                new JobListeners(List.of(heard())),
                told,
                role -> LeaderDuties.immediate(database.baton(), role))) {
            duties.start();
            until(() -> told.times() >= 1);
        }
        assertThat(heard().count("ticked yearly")).as("its answer was lost").isZero();
    }

    /** Counts how often workers were told when there was something to see. */
    final class Told implements WorkAnnouncer {

        private final AtomicInteger times = new AtomicInteger();
        private final Sight sight;

        Told(Sight sight) {
            this.sight = sight;
        }

        /** Whether there is something to be seen. */
        @FunctionalInterface
        interface Sight {
            boolean look() throws SQLException;
        }

        int times() {
            return times.get();
        }

        @Override
        public void announceWork() {
            try {
                times.addAndGet(sight.look() ? 1 : 0);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void announceWorkIn(Duration delay) {}
    }
}

package dev.baton.bench.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.jdbc.MySQL8JdbcCustomization;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** db-scheduler with the limits and threads that its documentation names for throughput. */
final class DbSchedulerContestant implements Contestant {

    private static final int LARGEST_BATCH = 5_000;

    private final JobsDatabase server;
    private final AtomicInteger runs = new AtomicInteger();
    private final OneTimeTask<String> task =
            Tasks.oneTime("noop", String.class).execute((instance, context) -> runs.incrementAndGet());

    /** How it gets its tasks. */
    enum Polling {
        /** What its documentation names for throughput, where it knows the database for able to do it. */
        LOCK_AND_FETCH("lock-and-fetch"),

        /** The same on MariaDB, which could, but is not asked to. */
        LOCK_AND_FETCH_AS_ON_MYSQL("lock-and-fetch (as on MySQL)"),

        /** What it has for every database. */
        FETCH("fetch");

        private final String label;

        Polling(String label) {
            this.label = label;
        }

        SchedulerBuilder set(SchedulerBuilder builder) {
            return switch (this) {
                case LOCK_AND_FETCH -> builder.pollUsingLockAndFetch(4.0, 20.0);
                case LOCK_AND_FETCH_AS_ON_MYSQL ->
                    builder.jdbcCustomization(new MySQL8JdbcCustomization(false))
                            .pollUsingLockAndFetch(4.0, 20.0);
                case FETCH -> builder.pollUsingFetch(4.0, 20.0);
            };
        }
    }

    private final Polling polling;
    private final Shape shape;

    DbSchedulerContestant(JobsDatabase server, Polling polling) throws SQLException {
        this(server, polling, Shape.NO_OP);
    }

    DbSchedulerContestant(JobsDatabase server, Polling polling, Shape shape) throws SQLException {
        this.server = server;
        this.polling = polling;
        this.shape = shape;
        server.execute("DROP TABLE IF EXISTS scheduled_tasks");
        String name = server.type(JobsDatabase.Column.NAME);
        String instant = server.type(JobsDatabase.Column.INSTANT);
        server.execute("CREATE TABLE scheduled_tasks (task_name " + name + " NOT NULL, task_instance " + name
                + " NOT NULL, task_data " + server.type(JobsDatabase.Column.BYTES) + ", execution_time " + instant
                + " NOT NULL, picked boolean NOT NULL, picked_by " + name + ", last_success " + instant
                + " NULL, last_failure " + instant + " NULL, consecutive_failures int, last_heartbeat " + instant
                + " NULL, version bigint NOT NULL, priority smallint, PRIMARY KEY (task_name, task_instance))");
        server.execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
        server.execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
    }

    @Override
    public String name() {
        return "db-scheduler 16.12, " + polling.label + " 4.0/20.0, 10 threads";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE scheduled_tasks");
        SchedulerClient client =
                SchedulerClient.Builder.create(server.pool(), task).build();
        int size = Math.min(LARGEST_BATCH, jobs);
        return Parallel.nanos(10, jobs / size, () -> {
            List<TaskInstance<?>> batch = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                batch.add(task.instance(
                        UUID.randomUUID().toString(), shape.equals(Shape.NO_OP) ? null : shape.payload()));
            }
            client.scheduleBatch(batch, Instant.now());
            return null;
        });
    }

    @Override
    public long burnDown(int jobs) {
        runs.set(0);
        Scheduler scheduler = polling.set(Scheduler.create(server.pool(), task))
                .threads(10)
                .pollingInterval(Duration.ofMillis(100))
                .build();
        long from = System.nanoTime();
        scheduler.start();
        try {
            while (runs.get() < jobs) {
                Thread.onSpinWait();
                LockSupport.parkNanos(1_000_000);
            }
            return System.nanoTime() - from;
        } finally {
            scheduler.stop();
        }
    }
}

package dev.baton.bench.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
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

/** db-scheduler with the polling strategy, limits and threads that its documentation names for throughput. */
final class DbSchedulerContestant implements Contestant {

    private static final int LARGEST_BATCH = 5_000;

    private final JobsServer server;
    private final AtomicInteger runs = new AtomicInteger();
    private final OneTimeTask<Void> task = Tasks.oneTime("noop").execute((instance, context) -> runs.incrementAndGet());

    DbSchedulerContestant(JobsServer server) throws SQLException {
        this.server = server;
        server.execute(
                "CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,"
                        + " execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text, last_success timestamptz,"
                        + " last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL,"
                        + " priority smallint, PRIMARY KEY (task_name, task_instance))");
        server.execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
        server.execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
    }

    @Override
    public String name() {
        return "db-scheduler 16.12, lock-and-fetch 4.0/20.0, 10 threads";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE scheduled_tasks");
        SchedulerClient client =
                SchedulerClient.Builder.create(server.pool(), task).build();
        int size = Math.min(LARGEST_BATCH, jobs);
        return Parallel.nanos(10, jobs / size, () -> {
            List<TaskInstance<?>> batch = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                batch.add(task.instance(UUID.randomUUID().toString()));
            }
            client.scheduleBatch(batch, Instant.now());
            return null;
        });
    }

    @Override
    public long burnDown(int jobs) {
        runs.set(0);
        Scheduler scheduler = Scheduler.create(server.pool(), task)
                .threads(10)
                .pollUsingLockAndFetch(4.0, 20.0)
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

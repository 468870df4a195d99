package dev.baton.failures.stage;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Jobs on a stage: what clients ask for, and handlers that do what a job's payload says. */
public final class JobSide {

    /** The name of all jobs that a ledger is kept of. */
    public static final String JOB = "work";

    /** What runs by the calendar, in a history. */
    public static final String CRON = "tick";

    private static final String QUEUE = "default";
    private static final Duration STEP = Duration.ofMillis(5);
    private static final Duration LATER = Duration.ofHours(1);

    /** Locks that no busy machine loses; heartbeats that a trial need not wait for. */
    public static final JobSettings SETTINGS = JobSettings.DEFAULT
            .withPollInterval(Duration.ofMillis(300))
            .withLock(Duration.ofMinutes(1), Duration.ofMillis(100), Duration.ofSeconds(5))
            .withStopTimeout(Duration.ofSeconds(2))
            .withThreads(2);

    private final Stage stage;
    private final JobLedger ledger = new JobLedger();
    private UnaryOperator<JobsBuilder> more;
    private final Map<Instance, Jobs> workers = new LinkedHashMap<>();
    private volatile Instance instance;
    private volatile Jobs jobs;
    private volatile boolean released;

    JobSide(Stage stage) {
        this.stage = stage;
    }

    public JobLedger ledger() {
        return ledger;
    }

    /** The jobs of the newest instance. */
    public Jobs jobs() {
        return jobs;
    }

    /** Starts an instance with workers. */
    public void start(UnaryOperator<JobsBuilder> how) {
        more = how;
        stage.untilStarted(() -> startOnce(how));
    }

    private void startOnce(UnaryOperator<JobsBuilder> how) {
        Instance started = stage.start();
        instance = started;
        jobs = started.working(how.apply(Jobs.on(started.baton())
                        .settings(SETTINGS)
                        .listener(listener(started))
                        .handler(CRON, context -> run(started, context), RetryPolicy.fixed(2, STEP))
                        .handler(JOB, context -> run(started, context), RetryPolicy.fixed(2, STEP)))
                .start());
        workers.put(started, jobs);
    }

    private List<Instance> living() {
        return workers.keySet().stream().filter(Instance::isAlive).toList();
    }

    /** How many have neither died nor left. */
    public int size() {
        return living().size();
    }

    /** Clients go to another one of those that live. */
    public void turnTo(int number) {
        instance = living().get(number % size());
        jobs = workers.get(instance);
    }

    /** It takes no more work, and leaves; a run that does not come to its end is interrupted, and runs again elsewhere. */
    public void leave() {
        instance.leaves();
        workers.remove(instance).close();
    }

    /** Nobody begins anything any more, so that the ledger and the tables can be compared. */
    public void leaveAll() {
        for (Instance one : living()) {
            workers.remove(one).close();
        }
    }

    /** Its process is killed. */
    public void kill() {
        instance.connections().die();
    }

    /** One more like the first. */
    public void startAnother() {
        start(more);
    }

    void startAgain() {
        if (more != null) {
            start(more);
        }
    }

    private JobListener listener(Instance own) {
        return new JobListener() {
            @Override
            public void completed(String job, ClaimToken token, Duration duration) {
                if (own.isAlive()) {
                    ledger.told(token.jobId());
                }
            }

            @Override
            public void abandoned(String job, ClaimToken token, String reason) {
                ledger.abandoned(token.jobId());
            }
        };
    }

    private void run(Instance own, JobContext context) throws InterruptedException {
        own.requireAlive();
        String key = context.payload().replace("\"", "");
        JobLedger.Run run = ledger.begin(key, context.token(), own);
        boolean done = false;
        try {
            act(key, context);
            own.requireAlive();
            done = true;
        } finally {
            if (own.isAlive()) {
                run.end(done);
            }
        }
    }

    /** By the word before the colon. */
    private void act(String key, JobContext context) throws InterruptedException {
        String does = key.substring(0, key.indexOf(':'));
        if (key.endsWith(":rude")) {
            context.progress("half way\0");
        }
        if (does.equals("quits")) {
            cancel(key, context.token().jobId());
        }
        boolean fails = Set.of("bad", "quits").contains(does) || (does.equals("flaky") && context.attempt() == 1);
        if (fails) {
            throw new IllegalArgumentException("this attempt fails, says the test");
        }
        while (does.equals("long") && !released) {
            if (context.awaitCancelled(STEP)) {
                throw new InterruptedException("cancelled");
            }
        }
    }

    /** Lets long jobs come to their end. */
    public void release() {
        released = true;
    }

    private static List<JobRequest> requests(String... keys) {
        return List.of(keys).stream().map(JobSide::request).toList();
    }

    public static JobRequest request(String key) {
        return JobRequest.of(JOB).payload("\"" + key + "\"");
    }

    /** A client that does not ask again: with an error it does not know whether there is a job. */
    public void enqueue(String... keys) {
        enqueue(requests(keys), keys);
    }

    /** A job that is not due for a while. */
    public void enqueueLater(String key) {
        enqueue(List.of(request(key).runAt(Instant.now().plus(LATER))), key);
    }

    private void enqueue(List<JobRequest> requests, String... keys) {
        ledger.asked(keys);
        try {
            ledger.acknowledged(jobs.enqueue(requests), keys);
        } catch (SQLException | RuntimeException e) {
            // It is not acknowledged.
        }
    }

    /** Whoever asks for the same again gets the same job. */
    public void enqueueUnique(String key) {
        enqueue(List.of(request(key).uniqueKey(key)), key);
    }

    /** Many at once; those with a unique key are the jobs that have it, if there are any. */
    public void enqueueList(List<String> keys) {
        List<JobRequest> requests = keys.stream()
                .map(key -> key.contains("unique") ? request(key).uniqueKey(key) : request(key))
                .toList();
        enqueue(requests, keys.toArray(String[]::new));
    }

    /** In the client's own transaction. */
    public void enqueueWithin(String... keys) {
        ledger.asked(keys);
        try {
            ledger.acknowledged(instance.within(connection -> jobs.enqueue(connection, requests(keys))), keys);
            jobs.wake();
        } catch (SQLException | RuntimeException e) {
            // It is not acknowledged.
        }
    }

    /** A job that nobody enqueues: a cron or another job makes it. */
    public void expect(String key) {
        ledger.asked(key);
    }

    /** A job that ended at this time, or never if it still waits. */
    public void prepareRow(String status, String finished) throws SQLException {
        UUID id = jobs.enqueue(JobRequest.of("past").runAt(Instant.now().plus(LATER)))
                .id();
        stage.world()
                .update("UPDATE baton_jobs SET status = '" + status + "', finished_at = "
                        + (status.equals("scheduled") ? "NULL" : finished) + " WHERE id = '" + id + "'");
    }

    /** Operators stop the queue, or let it go on. */
    public void pause(boolean stop) {
        try {
            if (stop) {
                jobs.admin().pauseQueue(QUEUE);
            } else {
                jobs.admin().resumeQueue(QUEUE);
            }
        } catch (SQLException | RuntimeException e) {
            // It may have stopped, or not.
        }
    }

    /** One of those that were acknowledged, if there is any. */
    public void cancelOne(int number) {
        List<String> keys = ledger.keys().stream()
                .filter(key -> ledger.id(key) != null)
                .sorted()
                .toList();
        if (!keys.isEmpty()) {
            cancel(keys.get(number % keys.size()));
        }
    }

    public void cancel(String key) {
        if (ledger.id(key) != null) {
            cancel(key, ledger.id(key));
        }
    }

    private void cancel(String key, UUID id) {
        ledger.cancelAsked(key);
        try {
            if (jobs.admin().cancel(id)) {
                ledger.cancelled(key);
            }
        } catch (SQLException | RuntimeException e) {
            // It is not acknowledged.
        }
    }

    /** Whether no run was given up by its worker. */
    public boolean isCalm() {
        return !ledger.isAnyAbandoned();
    }

    void wake() {
        if (jobs != null) {
            jobs.wake();
        }
    }

    /** Jobs that are not over. */
    public List<String> left() throws SQLException {
        return stage.world()
                .texts(
                        "SELECT payload, status, claim_number, cancel_requested FROM baton_jobs WHERE job_name IN ('"
                                + JOB + "', '" + CRON
                                + "') AND status IN ('scheduled', 'running') AND interval_ms IS NULL AND cron IS NULL",
                        4);
    }

    /** It is time for what runs by the calendar: more than one such time has passed, and only the last is made up for. */
    public void tick() throws SQLException {
        ledger.ticked();
        stage.world()
                .update("UPDATE baton_jobs SET last_tick = TIMESTAMP '2020-06-01 00:00:00',"
                        + " next_run_time = TIMESTAMP '2021-01-01 00:00:00' WHERE cron IS NOT NULL");
    }

    /** What runs by the calendar and has not done so since it was time. */
    public List<String> ticksLeft() throws SQLException {
        return stage.world()
                .texts(
                        "SELECT job_name FROM baton_jobs WHERE cron IS NOT NULL AND next_run_time <= CURRENT_TIMESTAMP",
                        1);
    }

    /** What ended long ago and is still there. */
    public List<String> oldLeft() throws SQLException {
        return stage.world()
                .texts("SELECT payload FROM baton_jobs WHERE finished_at < TIMESTAMP '2021-01-01 00:00:00'", 1);
    }

    /** Listeners are told after the end is written. */
    public void check() throws Exception {
        stage.await(() -> new JobCheck(stage, ledger).untold().isEmpty());
        new JobCheck(stage, ledger).run();
    }
}

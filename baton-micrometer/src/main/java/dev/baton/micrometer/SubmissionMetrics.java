package dev.baton.micrometer;

import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.SubmissionListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The metrics of submissions: to be given to the manager's builder, and the manager to {@link #observe}. */
public final class SubmissionMetrics implements SubmissionListener {

    private final Counter created;
    private final Counter hits;
    private final Counter conflicts;
    private final Counter retries;
    private final Timer attemptDuration;
    private final Timer queueDelay;
    private final Map<OutcomeStatus, Counter> attempts = new EnumMap<>(OutcomeStatus.class);
    private final Map<IntentStatus, Counter> terminal = new EnumMap<>(IntentStatus.class);
    private final Map<IntentStatus, Timer> timeToTerminal = new EnumMap<>(IntentStatus.class);
    private volatile double scheduleLag = Double.NaN;
    private volatile SubmissionManager manager;

    public SubmissionMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /**
     * @param tags for every meter
     */
    public SubmissionMetrics(MeterRegistry registry, Iterable<Tag> tags) {
        MeterRegistrar meters = new MeterRegistrar(registry, tags);
        this.created = meters.counter(Metric.SUBMISSION_CREATED);
        this.hits = meters.counter(Metric.SUBMISSION_HITS);
        this.conflicts = meters.counter(Metric.SUBMISSION_CONFLICTS);
        this.retries = meters.counter(Metric.SUBMISSION_RETRIES);
        this.attemptDuration = meters.histogram(Metric.SUBMISSION_ATTEMPT_DURATION, HistogramBuckets.WORK);
        this.queueDelay = meters.histogram(Metric.SUBMISSION_QUEUE_DELAY, HistogramBuckets.WORK);
        for (OutcomeStatus status : OutcomeStatus.values()) {
            attempts.put(status, meters.counter(Metric.SUBMISSION_ATTEMPTS, status.label()));
        }
        for (IntentStatus status : IntentStatus.values()) {
            if (status.isTerminal()) {
                terminal.put(status, meters.counter(Metric.SUBMISSION_TERMINAL, status.label()));
                timeToTerminal.put(
                        status,
                        meters.histogram(Metric.SUBMISSION_TIME_TO_TERMINAL, HistogramBuckets.LIFE, status.label()));
            }
        }
        meters.gauge(Metric.SUBMISSION_QUEUE_DEPTH, this, m -> m.ofManager(SubmissionManager::queueDepth));
        meters.gauge(Metric.SUBMISSION_INFLIGHT, this, m -> m.ofManager(SubmissionManager::inFlightAttempts));
        meters.time(Metric.SCHEDULE_LAG, this, SubmissionMetrics::currentLag);
    }

    /** What the gauges read, once it has started. */
    public void observe(SubmissionManager started) {
        this.manager = started;
    }

    private double ofManager(ToDoubleFunction<SubmissionManager> reading) {
        SubmissionManager now = manager;
        return now == null ? 0 : reading.applyAsDouble(now);
    }

    /** A follower has no schedule that could lag; of several shards it is the one that looked last. */
    private double currentLag() {
        SubmissionManager now = manager;
        return now != null && now.isExecuting() ? scheduleLag : Double.NaN;
    }

    @Override
    public void created(String target) {
        created.increment();
    }

    @Override
    public void idempotentHit(String target) {
        hits.increment();
    }

    @Override
    public void idempotencyConflict(String target) {
        conflicts.increment();
    }

    @Override
    public void scheduleRefreshed(Duration lag) {
        scheduleLag = MeterRegistrar.seconds(lag);
    }

    @Override
    public void started(String intentId, int attempt, Duration delay) {
        queueDelay.record(delay);
    }

    @Override
    public void recorded(String intentId, int attempt, Outcome outcome, Duration took) {
        attempts.get(outcome.status()).increment();
        attemptDuration.record(took);
    }

    @Override
    public void retryScheduled(String intentId, Duration delay) {
        retries.increment();
    }

    @Override
    public void terminal(String intentId, String target, IntentStatus status, Duration age) {
        terminal.get(status).increment();
        timeToTerminal.get(status).record(age);
    }
}

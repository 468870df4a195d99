package dev.baton.micrometer;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.QueueFigures;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The metrics of jobs; to be given to the builder of {@code Jobs}. */
public final class JobMetrics implements JobListener {

    /** Whoever may enqueue may invent names: only so many get a label of their own. */
    static final int MOST_NAMES = 200;

    /** The label of all the others. */
    static final String OTHER = "other";

    private final MeterRegistrar meters;
    private final Counter reclaimed;
    private final QueueDepth depth;
    private final Map<String, JobMeters> jobs = new ConcurrentHashMap<>();
    private final Map<String, CronMeters> crons = new ConcurrentHashMap<>();

    /** What every job has. */
    private record JobMeters(Counter enqueued, Counter completed, Counter failed, Timer duration) {}

    /** What only crons have. */
    private record CronMeters(Timer delay, Counter missed) {}

    public JobMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /**
     * @param tags for every meter
     */
    public JobMetrics(MeterRegistry registry, Iterable<Tag> tags) {
        this.meters = new MeterRegistrar(registry, tags);
        this.depth = new QueueDepth(meters);
        this.reclaimed = meters.counter(Metric.JOBS_RECLAIMED);
        meters.gauge(Metric.JOBS_QUEUE_DEPTH, depth, QueueDepth::waiting);
        meters.gauge(Metric.JOBS_DEAD_LETTERS, depth, QueueDepth::dead);
    }

    private JobMeters job(String name) {
        return jobs.computeIfAbsent(label(jobs, name), this::jobMeters);
    }

    private CronMeters cron(String name) {
        return crons.computeIfAbsent(label(crons, name), this::cronMeters);
    }

    private static String label(Map<String, ?> known, String name) {
        return known.containsKey(name) || known.size() < MOST_NAMES ? name : OTHER;
    }

    private JobMeters jobMeters(String job) {
        return new JobMeters(
                meters.counter(Metric.JOBS_ENQUEUED, job),
                meters.counter(Metric.JOBS_COMPLETED, job),
                meters.counter(Metric.JOBS_FAILED, job),
                meters.histogram(Metric.JOBS_DURATION, HistogramBuckets.WORK, job));
    }

    private CronMeters cronMeters(String job) {
        return new CronMeters(
                meters.histogram(Metric.CRON_DELAY, HistogramBuckets.WORK, job),
                meters.counter(Metric.CRON_MISSED, job));
    }

    @Override
    public void enqueued(String job, int count) {
        job(job).enqueued().increment(count);
    }

    @Override
    public void completed(String job, ClaimToken token, Duration duration) {
        job(job).completed().increment();
        job(job).duration().record(duration);
    }

    @Override
    public void failed(String job, ClaimToken token, Throwable error) {
        job(job).failed().increment();
    }

    @Override
    public void reclaimed(String job, UUID id, String lostBy, long claimNumber) {
        reclaimed.increment();
    }

    @Override
    public void cronTriggered(String job, Duration delay) {
        cron(job).delay().record(delay);
    }

    @Override
    public void cronMissed(String job, int ticks) {
        cron(job).missed().increment(ticks);
    }

    @Override
    public void figures(QueueFigures figures) {
        depth.counted(figures);
    }
}

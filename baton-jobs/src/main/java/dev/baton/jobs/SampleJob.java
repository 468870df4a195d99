package dev.baton.jobs;

import dev.baton.election.Stopwatch;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job to try things with: {@code {"delayMillis": 5000}}. Logs start, progress, completion. */
public final class SampleJob implements JobHandler {

    /** The name under which it is registered. */
    public static final String NAME = "sample";

    private static final Logger LOG = LoggerFactory.getLogger(SampleJob.class);
    private static final long DEFAULT_DELAY = 5_000;
    private static final int STEPS = 5;

    private final Stopwatch time = Stopwatch.system();

    public SampleJob() {}

    @Override
    public void run(JobContext context) throws InterruptedException {
        long delay = delay(context.payload());
        long began = time.elapsed();
        say("sample job started", context, began, "delay_ms=" + delay);
        for (int step = 1; step <= STEPS; step++) {
            if (context.awaitCancelled(Duration.ofMillis(delay * step / STEPS - delay * (step - 1) / STEPS))) {
                throw new ClaimLostException(context.token(), "cancelled at step " + step);
            }
            context.progress(step * 100 / STEPS + " %");
            say("sample job goes on", context, began, step * 100 / STEPS + " %");
        }
        say("sample job completed", context, began, "");
    }

    /** The time is the database's at the claim, carried on by the stopwatch. */
    private void say(String what, JobContext context, long began, String detail) {
        LOG.info(
                "{} at {} on worker {}: job={} id={} claim={} {}",
                what,
                context.startedTime().plusNanos(time.elapsed() - began),
                context.token().holderId(),
                context.job(),
                context.token().jobId(),
                context.token().claimNumber(),
                detail);
    }

    private static long delay(String payload) {
        Object parsed = Json.parse(payload);
        if (!(parsed instanceof Map<?, ?> members)) {
            throw new PayloadException("the sample job takes an object like {\"delayMillis\": 5000}, got " + payload);
        }
        Object delay =
                members.containsKey("delayMillis") ? members.get("delayMillis") : (Object) (double) DEFAULT_DELAY;
        if (!(delay instanceof Double number) || number < 0 || number > 86_400_000) {
            throw new PayloadException("delayMillis must be a number between 0 and 86400000, got " + delay);
        }
        return number.longValue();
    }
}

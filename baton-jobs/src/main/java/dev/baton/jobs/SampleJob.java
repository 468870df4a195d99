package dev.baton.jobs;

import dev.baton.jobs.check.JsonText;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A job to try things with: {@code {"delayMillis": 5000}}. Logs start, progress, completion. */
public final class SampleJob implements JobHandler {

    /** The name under which it is registered. */
    public static final String NAME = "sample";

    private static final Logger LOG = LoggerFactory.getLogger(SampleJob.class);
    private static final long DEFAULT_DELAY = 5_000;
    private static final long LONGEST_DELAY = 86_400_000;
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
        try {
            JsonText.requireJson(payload);
            return read(payload);
        } catch (IllegalArgumentException | JacksonException e) {
            throw new PayloadException(e.getMessage(), e);
        }
    }

    private static long read(String payload) {
        double delay = DEFAULT_DELAY;
        try (JsonParser json = JsonText.parser(payload)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new PayloadException(
                        "the sample job takes an object like {\"delayMillis\": 5000}, got " + payload);
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean ours = json.currentName().equals("delayMillis");
                if (json.nextToken().isNumeric() && ours) {
                    delay = json.getDoubleValue();
                } else if (ours) {
                    delay = Double.NaN;
                }
                json.skipChildren();
            }
        }
        if (!(delay >= 0 && delay <= LONGEST_DELAY)) {
            throw new PayloadException(
                    "delayMillis must be a number between 0 and " + LONGEST_DELAY + ", got " + payload);
        }
        return (long) delay;
    }
}

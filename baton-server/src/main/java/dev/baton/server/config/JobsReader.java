package dev.baton.server.config;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.SampleJob;
import dev.baton.jobs.Schedule;
import dev.baton.server.config.Configuration.JobsConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code [jobs]}, {@code [jobs.defined.NAME]} and {@code [jobs.handlers.NAME]} */
final class JobsReader {

    private JobsReader() {}

    static JobsConfig read(ConfigSection section, Duration stopTimeout) {
        JobSettings settings = JobSettings.DEFAULT
                .withPollInterval(section.duration("poll_interval", Duration.ofMinutes(1)))
                .withThreads(section.number("threads", 10, 1, 10_000))
                .withLock(
                        section.duration("lock_timeout", Duration.ofMinutes(2)),
                        section.duration("heartbeat", Duration.ofSeconds(30)),
                        section.duration("heartbeat_timeout", Duration.ofSeconds(5)))
                .withDefaultInterval(section.duration("default_interval", Duration.ofMinutes(10)))
                .withRetention(
                        section.duration("retention", Duration.ofDays(7)),
                        section.duration("run_retention", Duration.ofDays(7)),
                        section.duration("dead_retention", Duration.ofDays(30)))
                .withStopTimeout(stopTimeout.dividedBy(2));
        int maxPayload = section.bodyBytes("max_payload", 256 * 1024);
        WorkConfig work = WorkReader.read(section);
        List<JobDefinition> defined = new ArrayList<>();
        section.children("defined").forEach((name, job) -> {
            boolean own = work.calls().containsKey(name) || work.commands().containsKey(name);
            defined.add(definition(name, job, settings, own ? name : SampleJob.NAME));
        });
        section.done();
        return new JobsConfig(settings, maxPayload, List.copyOf(defined), work);
    }

    private static JobDefinition definition(
            String name, ConfigSection section, JobSettings settings, String usualHandler) {
        JobRequest request = JobRequest.of(name).handledBy(section.text("handler", usualHandler));
        Optional<String> payload = section.text("payload");
        request = payload.isPresent() ? request.payload(payload.get()) : request;
        Optional<String> queue = section.text("queue");
        request = queue.isPresent() ? request.queue(queue.get()) : request;
        request = request.priority(section.number("priority", 0, -1_000_000, 1_000_000));
        Optional<Duration> timeout = section.duration("timeout");
        request = timeout.isPresent() ? request.timeout(timeout.get()) : request;
        Optional<Integer> retries = section.optionalNumber("retries", 0, 1_000);
        if (retries.isPresent()) {
            request = request.retries(
                    RetryPolicy.exponential(retries.get() + 1, Duration.ofSeconds(1), Duration.ofHours(1)));
        }
        JobDefinition definition =
                JobDefinition.of(name, schedule(name, section, settings)).like(request);
        section.done();
        return definition;
    }

    private static Schedule schedule(String name, ConfigSection section, JobSettings settings) {
        Optional<Duration> interval = section.duration("interval");
        Optional<Duration> delay = section.duration("delay");
        Optional<String> cron = section.text("cron");
        Optional<String> zone = section.text("timezone");
        Optional<Integer> catchUp = section.optionalNumber("catch_up", 0, 10_000);
        long kinds = List.of(interval, delay, cron).stream()
                .filter(Optional::isPresent)
                .count();
        if (kinds > 1) {
            throw new ConfigException(
                    "jobs.defined." + name + " has more than one of interval, delay and cron:" + " choose one");
        }
        if (cron.isEmpty() && (zone.isPresent() || catchUp.isPresent())) {
            throw new ConfigException("jobs.defined." + name + " sets " + (zone.isPresent() ? "timezone" : "catch_up")
                    + ", which only a cron has: set cron or remove it");
        }
        if (cron.isPresent()) {
            Schedule.Cron ticks = Schedule.cron(cron.get(), zone.orElse("UTC"));
            return catchUp.map(ticks::catchingUp).orElse(ticks);
        }
        return delay.<Schedule>map(Schedule::after)
                .orElseGet(() -> Schedule.every(interval.orElse(settings.defaultInterval())));
    }
}

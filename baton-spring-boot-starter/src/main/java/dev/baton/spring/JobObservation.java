package dev.baton.spring;

import dev.baton.jobs.JobHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/** One observation, and so one span, per run. */
final class JobObservation {

    /** The name of the observation. */
    static final String NAME = "baton.job";

    private JobObservation() {}

    static JobHandler of(ObservationRegistry registry, String job, JobHandler handler) {
        return context -> {
            Observation observation = Observation.createNotStarted(NAME, registry)
                    .contextualName("job " + job)
                    .lowCardinalityKeyValue("job", job)
                    .highCardinalityKeyValue("job.id", context.token().jobId().toString())
                    .highCardinalityKeyValue("job.attempt", Integer.toString(context.attempt()));
            observation.observeChecked(() -> handler.run(context));
        };
    }
}

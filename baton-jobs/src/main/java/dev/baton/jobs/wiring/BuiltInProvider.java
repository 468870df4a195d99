package dev.baton.jobs.wiring;

import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.JobsProvider;
import dev.baton.sql.Baton;

/** The way from the API to what is behind it; named in {@code META-INF/services} and in the module's descriptor. */
public final class BuiltInProvider implements JobsProvider {

    public BuiltInProvider() {}

    @Override
    public JobsBuilder builderOn(Baton baton) {
        return new StartingBuilder(baton);
    }
}

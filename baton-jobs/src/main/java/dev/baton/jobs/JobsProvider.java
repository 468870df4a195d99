package dev.baton.jobs;

import dev.baton.sql.Baton;
import java.util.ServiceLoader;

/**
 * Where {@link Jobs#on} finds what is behind the API. There is one, inside this module; it is looked up as a service, so
 * that this package depends on none of the packages that are built on it. Not meant to be implemented elsewhere.
 */
public interface JobsProvider {

    /** A builder with every default. */
    JobsBuilder builderOn(Baton baton);

    /** The one of this module. */
    static JobsProvider find() {
        return ServiceLoader.load(JobsProvider.class, JobsProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("META-INF/services/" + JobsProvider.class.getName()
                        + " of baton-jobs is not on the class path: whoever repacked the jar left it out; keep the"
                        + " files under META-INF/services"));
    }
}

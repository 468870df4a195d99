package dev.baton.jobs;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of jobs: hand {@link #COMPONENT} to the builder of the {@code Baton} that jobs will run on. */
public final class JobsSchema {

    /** A part of the schema. */
    public static final SchemaComponent COMPONENT = new SchemaComponent(
            "jobs",
            JobsSchema.class,
            List.of("jobs-1-jobs", "jobs-2-keys", "jobs-3-crons", "jobs-4-queues", "jobs-5-indexes", "jobs-6-lean"));

    private JobsSchema() {}
}

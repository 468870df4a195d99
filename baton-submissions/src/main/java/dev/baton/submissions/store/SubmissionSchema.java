package dev.baton.submissions.store;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of submissions; the statements and migrations lie beside this class. */
public final class SubmissionSchema {

    public static final SchemaComponent COMPONENT = new SchemaComponent(
            "submissions",
            SubmissionSchema.class,
            List.of(
                    "submissions-1-intents",
                    "submissions-2-message-ids",
                    "submissions-3-history",
                    "submissions-4-executors",
                    "submissions-5-pauses"));

    private SubmissionSchema() {}
}

package dev.baton.alerts;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of alerts: hand {@link #COMPONENT} to the builder of the {@code Baton} that alerts will run on. */
public final class AlertsSchema {

    /** A part of the schema. */
    public static final SchemaComponent COMPONENT =
            new SchemaComponent("alerts", AlertsSchema.class, List.of("alerts-1-alerts"));

    private AlertsSchema() {}
}

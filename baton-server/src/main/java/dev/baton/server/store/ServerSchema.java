package dev.baton.server.store;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of the server and of its audit trail. */
public final class ServerSchema {

    /** A part of the schema. */
    public static final SchemaComponent COMPONENT = new SchemaComponent(
            "server", ServerSchema.class, List.of("server-1-operations", "server-2-sessions", "server-3-runs"));

    /** A part of its own: what is in it is only ever added to, and rights on it are given apart from all others. */
    public static final SchemaComponent AUDIT =
            new SchemaComponent("audit", ServerSchema.class, List.of("audit-1-trail"));

    private ServerSchema() {}
}

package dev.baton.server.store;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of the server. */
public final class ServerSchema {

    /** A part of the schema. */
    public static final SchemaComponent COMPONENT =
            new SchemaComponent("server", ServerSchema.class, List.of("server-1-operations"));

    private ServerSchema() {}
}

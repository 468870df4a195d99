package dev.baton.shards;

import dev.baton.sql.schema.SchemaComponent;
import java.util.List;

/** The tables of shards: hand {@link #COMPONENT} to the builder of the {@code Baton} that shards will run on. */
public final class ShardsSchema {

    /** A part of the schema. */
    public static final SchemaComponent COMPONENT = new SchemaComponent(
            "shards",
            ShardsSchema.class,
            List.of("shards-1-groups", "shards-2-drains", "shards-3-moves", "shards-4-work"));

    private ShardsSchema() {}
}

package dev.baton.sql.schema;

import java.util.List;

/**
 * A part of the schema with migrations of its own.
 *
 * @param name what it is called in the schema table
 * @param anchor the class beside whose package {@code <dialect>/migrations/<migration>.sql} lie
 * @param migrations their names, in order; the first is version 1
 */
public record SchemaComponent(String name, Class<?> anchor, List<String> migrations) {

    /** The highest version that this program knows. */
    public int version() {
        return migrations.size();
    }
}

package dev.baton.sql.schema;

/** Hears how far the schema has come. */
@FunctionalInterface
public interface SchemaProgress {

    /** Hears nothing. */
    SchemaProgress SILENT = (done, all, statement) -> {};

    /**
     * A statement begins.
     *
     * @param done how many are over
     * @param all how many there are to be run
     */
    void begins(int done, int all, String statement);
}

package dev.baton.spring.properties;

/** What {@code baton.schema.*} sets. */
public class SchemaProperties {

    /** Who creates the tables: ALWAYS, Baton at start; NEVER, somebody else (Flyway, Liquibase, a DBA), Baton only checks. */
    private SchemaMode mode = SchemaMode.ALWAYS;

    /** Database schema that holds the tables; the default one of the connection if empty. */
    private String name = "";

    /** What table names begin with. */
    private String prefix = "baton_";

    public SchemaMode getMode() {
        return mode;
    }

    public void setMode(SchemaMode mode) {
        this.mode = mode;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getPrefix() {
        return prefix;
    }

    public void setPrefix(String prefix) {
        this.prefix = prefix;
    }

    /** Who creates the tables. */
    public enum SchemaMode {
        /** Baton, at start. */
        ALWAYS,
        /** Somebody else; Baton checks that they are there and fit. */
        NEVER
    }
}

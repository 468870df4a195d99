package dev.baton.sql;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.BorrowedConnection;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.migration.SchemaManager;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.SchemaProgress;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The schema for people who do not let a program change their database: printed, applied, asked for its version. */
public final class Schema {

    /** The tables of leadership. */
    public static final SchemaComponent LEADERSHIP =
            new SchemaComponent("baton", Schema.class, List.of("baton-1-leadership"));

    private static final Duration OPENING = Duration.ofSeconds(10);

    /** A step may rewrite a table with very many rows. */
    private static final Duration LONGEST_STEP = Duration.ofDays(1);

    private final TableNames tables;
    private final List<SchemaComponent> components;

    public Schema(TableNames tables, List<SchemaComponent> components) {
        this.tables = tables;
        this.components = List.copyOf(components);
    }

    /** The whole schema for a database, as a script. */
    public String print(String dialect) {
        return manager(Dialects.named(dialect)).print();
    }

    /** Brings a database up to date; harmless if it is. */
    public void apply(DataSource source) throws SQLException {
        apply(source, SchemaProgress.SILENT);
    }

    /** The same, for somebody who watches: a step may take long on a table with many rows. */
    public void apply(DataSource source, SchemaProgress progress) throws SQLException {
        try (BorrowedConnection borrowed = BorrowedConnection.from(source, OPENING, LONGEST_STEP)) {
            Connection connection = borrowed.connection();
            manager(Dialects.of(connection)).apply(connection, progress);
        }
    }

    /** The installed version of each component. */
    public Map<String, Integer> versions(DataSource source) throws SQLException {
        return Connections.useBorrowed(
                source, OPENING, connection -> manager(Dialects.of(connection)).versions(connection));
    }

    private SchemaManager manager(Dialect dialect) {
        return new SchemaManager(dialect, Dialects.leadership(dialect, tables), components);
    }
}

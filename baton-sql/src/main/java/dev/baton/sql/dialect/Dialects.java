package dev.baton.sql.dialect;

import dev.baton.SetupRefusedException;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds the dialect of a connection, or by its name. */
public final class Dialects {

    private static final Set<String> KNOWN = Set.of("postgresql", "h2", "mariadb", "mysql", "sql server");

    private static final SqlSubjects LEADERSHIP = new SqlSubjects(
            Dialects.class, "/dev/baton/sql", List.of("leases", "history", "fences", "sessions", "nodes", "schema"));

    private Dialects() {}

    /** The statements of leadership in a dialect. */
    public static SqlCatalog leadership(Dialect dialect, TableNames tables) {
        return new SqlCatalog(LEADERSHIP, dialect.folders(), tables);
    }

    public static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("postgresql")) {
            return new PostgresDialect();
        }
        if (name.contains("h2")) {
            return new H2Dialect();
        }
        if (name.contains("mariadb") || name.contains("mysql")) {
            return MariaDbDialect.of(connection, name);
        }
        if (name.contains("sql server")) {
            return SqlServerDialect.of(connection);
        }
        throw unknown(product);
    }

    /** Refuses a database that Baton has no words for, by its name alone: its driver may lack what the others have. */
    public static void refuseUnknown(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        String name = product.toLowerCase(Locale.ROOT);
        if (KNOWN.stream().noneMatch(name::contains)) {
            throw unknown(product);
        }
    }

    private static SetupRefusedException unknown(String product) {
        return new SetupRefusedException("'" + product + "' is not a supported database: use one of " + names());
    }

    public static Dialect named(String name) {
        return all().stream()
                .filter(dialect -> dialect.folder().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no dialect '" + name + "': use one of " + names()));
    }

    public static List<Dialect> all() {
        return List.of(
                new PostgresDialect(),
                new MariaDbDialect(),
                new MySqlDialect(),
                new GaleraDialect(),
                new MySqlGaleraDialect(),
                new SqlServerDialect(),
                new BabelfishDialect(),
                new H2Dialect());
    }

    private static List<String> names() {
        return all().stream().map(Dialect::folder).toList();
    }

    /** A view or a synonym of it has another name in another place, and would have another fence. */
    static SetupRefusedException noTable(TableNames tables) {
        return new SetupRefusedException("'" + tables.in("${baton}leases")
                + "' is not a table here: name the schema in which Baton's tables are");
    }

    /** What a server is asked before it is known where the tables are. */
    static SqlCatalog words(Dialect dialect) {
        return leadership(dialect, TableNames.DEFAULT);
    }
}

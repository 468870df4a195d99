package dev.baton.server.store;

import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.jdbc.Transactions;
import java.sql.SQLException;
import java.time.Duration;

/** The server's statements and how they reach the database. */
public final class ServerSql {

    static final SqlSubjects SUBJECTS = SqlSubjects.beside(
            ServerSchema.class,
            "cluster",
            "operations",
            "audit",
            "trail",
            "sessions",
            "logs",
            "completions",
            "pruning");

    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Database database;
    private volatile SqlCatalog sql;

    public ServerSql(Database database) {
        this.database = database;
    }

    /** The statements of a database that has answered. */
    public SqlCatalog words() throws SQLException {
        SqlCatalog known = sql;
        if (known == null) {
            known = database.ready().sql().statementsOf(SUBJECTS);
            sql = known;
        }
        return known;
    }

    /** Whether what was to be written is at fault, and not the database or the way to it. */
    boolean isDataError(SQLException error) {
        try {
            return database.ready().dialect().isDataError(error);
        } catch (SQLException away) {
            return false;
        }
    }

    /** On a borrowed connection in auto-commit, within a bound. */
    public <T> T use(Connections.Use<SqlCatalog, T> use) throws SQLException {
        SqlCatalog ours = words();
        return Connections.useBorrowed(database.application(), ANSWER, connection -> use.apply(ours, connection));
    }

    /** The same in a transaction, again if somebody was in the way. */
    public <T> T inTransaction(Connections.Use<SqlCatalog, T> use) throws SQLException {
        return use((ours, connection) -> Collisions.retry(
                database.ready().dialect(),
                () -> Transactions.<T, SQLException>inTransaction(connection, c -> use.apply(ours, c))));
    }
}

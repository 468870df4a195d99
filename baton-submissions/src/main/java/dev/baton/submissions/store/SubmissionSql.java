package dev.baton.submissions.store;

import dev.baton.SetupRefusedException;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.NamedSql;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.jdbc.Transactions;
import java.sql.SQLException;

/** The statements of this database, once it has answered. Thread-safe. */
public final class SubmissionSql {

    static final SqlSubjects SUBJECTS = SqlSubjects.beside(
            SubmissionSchema.class, "accepting", "lanes", "attempts", "executors", "reading", "webhooks", "pruning");

    private final Database database;
    private volatile SqlCatalog catalog;
    private volatile Dialect dialect;

    public SubmissionSql(Database database) {
        this.database = database;
    }

    public NamedSql get(String name) throws SQLException {
        return catalog().get(name);
    }

    NamedSql get(String name, String list, int size) throws SQLException {
        return catalog().get(name, list, size);
    }

    /** Whether batches go as whole columns in one statement; elsewhere row by row in one transaction. */
    boolean setBased() throws SQLException {
        return dialect().can(Capability.ARRAYS);
    }

    /** Whether one transaction can write for several terms; elsewhere each has its own. */
    public boolean writesTogether() throws SQLException {
        return setBased() && dialect().can(Capability.FENCE_LISTS);
    }

    private SqlCatalog catalog() throws SQLException {
        SqlCatalog known = catalog;
        if (known == null) {
            Database.Ready ready = database.ready();
            if (!ready.versions().containsKey(SubmissionSchema.COMPONENT.name())) {
                throw new SetupRefusedException(
                        "the schema of submissions is not there: add component(SubmissionManager.SCHEMA) to the"
                                + " Baton");
            }
            known = ready.sql().statementsOf(SUBJECTS);
            dialect = ready.dialect();
            catalog = known;
        }
        return known;
    }

    /** Whether the data of a row is at fault. Before the database has answered, nothing was written that could be. */
    public boolean isDataError(SQLException error) {
        Dialect known = dialect;
        return known != null && known.isDataError(error);
    }

    /** Whether it waited for what somebody else holds, for as long as it may. */
    public boolean isLockTimeout(SQLException error) {
        Dialect known = dialect;
        return known != null && known.isLockTimeout(error);
    }

    /** Does something on a connection of its own, in auto-commit. */
    public <T> T use(Transactions.Body<T, SQLException> body) throws SQLException {
        return database.runWork(body);
    }

    Dialect dialect() throws SQLException {
        Dialect known = database.ready().dialect();
        dialect = known;
        return known;
    }
}

package dev.baton.jobs.store;

import dev.baton.SetupRefusedException;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.support.Stopwatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The database as all parts use it: its connections, the statements of jobs, and the store that fits its dialect. Whether
 * it has the tables of jobs is checked when it first answers.
 */
public final class JobDatabase {

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    /** Where new work is announced, on databases that can. */
    public static final String CHANNEL_NEW = "baton_jobs_new";

    /** Where cancellations are announced. */
    public static final String CHANNEL_CANCEL = "baton_jobs_cancel";

    public static final SqlSubjects SUBJECTS = SqlSubjects.beside(
            JobsSchema.class, "enqueueing", "claiming", "finishing", "scheduling", "administration", "upkeep");

    private final Baton baton;
    private final Stopwatch time = Stopwatch.system();
    private volatile Ready ready;

    /** The statements of a database that has answered. */
    record Ready(SqlCatalog sql, JobStore store, boolean announces) {}

    public JobDatabase(Baton baton) {
        this.baton = baton;
    }

    public Baton baton() {
        return baton;
    }

    /** The only local time: how long ago something was. */
    public Stopwatch stopwatch() {
        return time;
    }

    public String workerId() {
        return baton.holderId();
    }

    public DataSource dataSource() {
        return baton.database().application();
    }

    public KeptConnection keepConnection() {
        return new KeptConnection(dataSource(), CONNECT_TIMEOUT, ANSWER_TIMEOUT);
    }

    /** For what no thread of the machinery does: in auto-commit, whatever the pool's connections are like. */
    public <T, X extends Exception> T runWork(Transactions.Body<T, X> body) throws SQLException, X {
        return baton.database().runWork(body);
    }

    public JobStore store() throws SQLException {
        return ready().store();
    }

    public SqlCatalog sql() throws SQLException {
        return ready().sql();
    }

    public Dialect dialect() throws SQLException {
        return baton.database().ready().dialect();
    }

    /** What the database's own clock shows. */
    public Instant databaseTime(Connection connection) throws SQLException {
        return baton.database().ready().databaseTime(connection);
    }

    /** Whether somebody else was faster with the same row. */
    public boolean isDuplicateKey(SQLException error) throws SQLException {
        return dialect().isDuplicateKey(error);
    }

    public Ready ready() throws SQLException {
        Ready known = ready;
        if (known != null) {
            return known;
        }
        Database.Ready database = baton.database().ready();
        if (!database.versions().containsKey(JobsSchema.COMPONENT.name())) {
            throw new SetupRefusedException("the tables of jobs are not there: build the Baton with"
                    + " .component(JobsSchema.COMPONENT), or have a DBA run the printed schema");
        }
        SqlCatalog sql = database.sql().statementsOf(SUBJECTS);
        Dialect dialect = database.dialect();
        JobStore store = store(sql, dialect);
        boolean announces = dialect.can(Capability.NOTIFICATIONS);
        ready = new Ready(sql, store, announces);
        return ready;
    }

    private static JobStore store(SqlCatalog sql, Dialect dialect) {
        if (dialect.can(Capability.ARRAYS)) {
            return new PostgresStore(sql);
        }
        return dialect.can(Capability.ROW_LISTS) ? new ListedStore(sql, dialect) : new PortableStore(sql, dialect);
    }
}

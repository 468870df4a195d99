package dev.baton.jobs;

import dev.baton.SetupRefusedException;
import dev.baton.election.Stopwatch;
import dev.baton.sql.Baton;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** What all parts stand on: the database, found fit, and its statements for jobs. */
final class Base {

    static final Duration OPENING = Duration.ofSeconds(5);
    static final Duration ANSWER = Duration.ofSeconds(30);

    /** Where new work is announced, on databases that can. */
    static final String CHANNEL_NEW = "baton_jobs_new";

    /** Where cancellations are announced. */
    static final String CHANNEL_CANCEL = "baton_jobs_cancel";

    private final Baton baton;
    private final Stopwatch time = Stopwatch.system();
    private volatile Ready ready;

    /** The statements of a database that has answered. */
    record Ready(SqlCatalog sql, Store store, boolean announces) {}

    Base(Baton baton) {
        this.baton = baton;
    }

    Baton baton() {
        return baton;
    }

    /** The only local time: how long ago something was. */
    Stopwatch time() {
        return time;
    }

    String worker() {
        return baton.holderId();
    }

    DataSource source() {
        return baton.database().application();
    }

    Link link() {
        return new Link(source(), OPENING, ANSWER);
    }

    Store store() throws SQLException {
        return ready().store();
    }

    SqlCatalog sql() throws SQLException {
        return ready().sql();
    }

    /** Whether somebody else was faster with the same row. */
    boolean isDuplicateKey(SQLException error) throws SQLException {
        return baton.database().ready().dialect().isDuplicateKey(error);
    }

    Ready ready() throws SQLException {
        Ready known = ready;
        if (known != null) {
            return known;
        }
        Database.Ready database = baton.database().ready();
        if (!database.versions().containsKey(JobsSchema.COMPONENT.name())) {
            throw new SetupRefusedException("the tables of jobs are not there: build the Baton with"
                    + " .component(JobsSchema.COMPONENT), or have a DBA run the printed schema");
        }
        SqlCatalog sql = database.sql().beside(JobsSchema.class);
        Store store =
                sql.find("claim").isPresent() ? new PostgresStore(sql) : new PortableStore(sql, database.dialect());
        boolean announces = database.sql().find("role-announce").isPresent();
        ready = new Ready(sql, store, announces);
        return ready;
    }
}

package dev.baton.jobs.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.postgresql.PGStatement;

/** What PostgreSQL's own driver can do, where it is the one in use. */
final class PostgresDriver {

    private PostgresDriver() {}

    static boolean present() {
        try {
            Class.forName("org.postgresql.PGConnection", false, PostgresDriver.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Has the server plan this statement each time, instead of keeping a plan from when the table was another size. */
    static void planAnew(PreparedStatement statement) throws SQLException {
        if (present() && statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
    }
}

package dev.baton.contract;

import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.H2Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** H2 answers in several ways to those who make the same index at the same moment, and none of them is a refusal. */
class H2CollisionTest {

    private static final int SESSIONS = 4;
    private static final int ROUNDS = 50;

    @Test
    void whoComesSecondTriesAgain() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (H2Database database = H2Database.fresh();
                    Connection connection = database.dataSource().getConnection()) {
                execute(connection, "CREATE TABLE acts (a int, b int)");
                ConcurrentRuns.run(SESSIONS, i -> makeIndex(database));
            }
        }
    }

    private static boolean makeIndex(H2Database database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            Dialect dialect = Dialects.of(connection);
            execute(connection, "SET LOCK_TIMEOUT 100"); // they wait for each other as well
            while (true) {
                try {
                    return Collisions.retry(
                            dialect, () -> execute(connection, "CREATE INDEX IF NOT EXISTS acts_by_a ON acts (a, b)"));
                } catch (SQLException e) {
                    if (!Collisions.isPassing(dialect, e)) {
                        throw e;
                    }
                }
            }
        }
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}

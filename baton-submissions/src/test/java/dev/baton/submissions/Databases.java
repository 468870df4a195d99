package dev.baton.submissions;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;

/** Fresh real databases. */
enum Databases {
    POSTGRESQL {
        @Override
        DataSource fresh() {
            return PostgresDatabase.fresh().inTwoZones();
        }

        @Override
        String endOfTime() {
            return "'infinity'";
        }

        @Override
        String now() {
            return "clock_timestamp()";
        }

        @Override
        String inAnHour() {
            return "clock_timestamp() + interval '1 hour'";
        }

        @Override
        String postponeUnnoticed() {
            return "SET LOCAL session_replication_role = replica; "
                    + "UPDATE submission_intents SET next_attempt_at = next_attempt_at + interval '3 seconds'";
        }
    },
    H2 {
        @Override
        DataSource fresh() {
            return H2Database.fresh().inTwoZones();
        }

        @Override
        String endOfTime() {
            return "TIMESTAMP WITH TIME ZONE '900000000-01-01 00:00:00Z'";
        }

        @Override
        String now() {
            return "CURRENT_TIMESTAMP(6)";
        }

        @Override
        String inAnHour() {
            return "CURRENT_TIMESTAMP(6) + INTERVAL '1' HOUR";
        }

        @Override
        String postponeUnnoticed() {
            return "UPDATE submission_intents SET next_attempt_at = next_attempt_at + INTERVAL '3' SECOND";
        }

        @Override
        Strategy strategy() {
            return TestNode.lease();
        }
    },
    MARIADB {
        @Override
        DataSource fresh() {
            return MariaDbDatabase.fresh().inTwoZones();
        }
    },
    /** Three servers; each instance stays with one of them. Where {@code BATON_TEST_GALERA} says {@code all}. */
    GALERA {
        @Override
        DataSource fresh() {
            return GaleraDatabase.freshWhereAllIsTried().inTwoZones();
        }

        @Override
        Strategy strategy() {
            return TestNode.lease();
        }
    },
    /** The one in {@code BATON_TEST_MYSQL_URL}. */
    MYSQL {
        @Override
        DataSource fresh() {
            return GivenDatabase.mySql().inTwoZones();
        }
    },
    /** The one in {@code BATON_TEST_SQLSERVER_URL}, with rights to create databases. */
    SQLSERVER {
        @Override
        DataSource fresh() {
            String server = System.getenv("BATON_TEST_SQLSERVER_URL");
            Assumptions.assumeTrue(
                    server != null && !server.isBlank(),
                    "BATON_TEST_SQLSERVER_URL is not set: no such server to test on");
            String name = "baton_" + UUID.randomUUID().toString().replace("-", "");
            administer(server, "CREATE DATABASE " + name);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> administer(server, "DROP DATABASE " + name)));
            SQLServerDataSource source = new SQLServerDataSource();
            source.setURL(server + ";databaseName=" + name);
            source.setSendStringParametersAsUnicode(false); // as the server and Azure's data sources have it
            return source;
        }

        @Override
        String not(String flag) {
            return flag + " = 0";
        }

        @Override
        String now() {
            return "SYSUTCDATETIME()";
        }

        @Override
        String inAnHour() {
            return "DATEADD(hour, 1, SYSUTCDATETIME())";
        }
    };

    abstract DataSource fresh();

    /** The quickest way to elect that it has. */
    Strategy strategy() {
        return TestNode.quick();
    }

    /** That a flag is not set, as a condition. */
    String not(String flag) {
        return "NOT " + flag;
    }

    /** Makes all intents due a little later in a way that no feed of changes tells, as a clock that is set back does. */
    String postponeUnnoticed() {
        return "UPDATE submission_intents SET next_attempt_at = next_attempt_at + INTERVAL 3 SECOND";
    }

    /** The latest time that it can keep, more or less. */
    String endOfTime() {
        return "'9999-12-31 00:00:00'";
    }

    /** The present, as the database keeps it. */
    String now() {
        return "UTC_TIMESTAMP(6)";
    }

    /** What is not due for long. */
    String inAnHour() {
        return "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR";
    }

    private static void administer(String server, String sql) {
        SQLServerDataSource source = new SQLServerDataSource();
        source.setURL(server);
        try {
            execute(source, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + " failed", e);
        }
    }

    static HikariDataSource pool(DataSource source, int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

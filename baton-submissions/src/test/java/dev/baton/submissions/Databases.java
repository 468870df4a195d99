package dev.baton.submissions;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;

/** Fresh real databases. */
enum Databases {
    POSTGRESQL {
        @Override
        DataSource fresh() {
            return PostgresDatabase.fresh().dataSource();
        }
    },
    H2 {
        @Override
        DataSource fresh() {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return source;
        }
    },
    MARIADB {
        @Override
        DataSource fresh() {
            MariaDbServer.missing().ifPresent(why -> Assumptions.abort(why));
            return MariaDbDatabase.fresh().dataSource();
        }
    };

    abstract DataSource fresh();

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

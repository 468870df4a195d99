package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Programs on different servers of a cluster change the schema one after the other: two that make a trigger at once hang it. */
class GaleraTurnsTest {

    private static final long PATIENCE = TestPatience.LONGEST_WAIT.toSeconds();

    @Test
    void whoChangesTheSchemaKeepsProgramsOnOtherServersFromIt() throws Exception {
        try (GaleraDatabase database = prepared();
                Program one = new Program(database.url());
                Program other = new Program(database.url())) {
            one.lock();
            CompletableFuture<Void> turn = other.lockElsewhere();
            await("the other waits").atMost(TestPatience.LONGEST_WAIT).until(() -> turn.isDone() || other.isWaiting());
            assertThat(turn).isNotDone();
            one.unlock();
            turn.get(PATIENCE, TimeUnit.SECONDS);
            other.unlock();
        }
    }

    @Test
    void theTurnOfAProgramThatHasDiedIsLeftToTheNext() throws Exception {
        try (GaleraDatabase database = prepared();
                Program one = new Program(database.url());
                Program other = new Program(database.url())) {
            one.lock();
            one.execute("UPDATE baton_schema SET applied_at = applied_at - INTERVAL 2 MINUTE WHERE component = 'turn'");
            other.lockElsewhere().get(PATIENCE, TimeUnit.SECONDS);
            one.unlock();
            assertThat(other.number("SELECT COUNT(*) FROM baton_schema WHERE component = 'turn'"))
                    .as("nobody ends another one's turn")
                    .isEqualTo(1);
            other.unlock();
            assertThat(new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).versions(database.dataSource()))
                    .containsOnlyKeys(Schema.LEADERSHIP.name());
        }
    }

    private static GaleraDatabase prepared() throws SQLException {
        GaleraDatabase database = GaleraDatabase.fresh();
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
        return database;
    }

    /** One that is about to change the schema, by a server that it stays with. */
    private static final class Program implements AutoCloseable {
        private final UrlDataSource source;
        private final Connection connection;
        private final Dialect dialect;
        private final SqlCatalog sql;

        Program(String url) throws SQLException {
            this.source = new UrlDataSource(url, "SET wsrep_sync_wait = 15");
            this.connection = source.getConnection();
            this.dialect = Dialects.of(connection);
            this.sql = Dialects.leadership(dialect, TableNames.DEFAULT);
        }

        void lock() throws SQLException {
            connection.setAutoCommit(false);
            dialect.lockSchema(connection, sql);
        }

        CompletableFuture<Void> lockElsewhere() {
            return CompletableFuture.runAsync(() -> {
                try {
                    lock();
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
        }

        void unlock() throws SQLException {
            connection.setAutoCommit(true);
            dialect.unlockSchema(connection, sql);
        }

        void execute(String statement) throws SQLException {
            try (Connection another = source.getConnection();
                    Statement update = another.createStatement()) {
                update.execute(statement);
            }
        }

        int number(String query) throws SQLException {
            try (Connection another = source.getConnection();
                    Statement statement = another.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                row.next();
                return row.getInt(1);
            }
        }

        boolean isWaiting() throws SQLException {
            return number("SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep'") > 0;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}

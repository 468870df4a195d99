package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class BatonExtensionTest {

    @Test
    void givesBatonOnARealDatabase(Baton baton, DataSource source) throws Exception {
        Campaign campaign = baton.campaign("reporter");
        baton.fenced(Node.leads(campaign), connection -> run(connection, "CREATE TABLE note (text varchar(10))"));
        assertThat(count(source)).isZero();
    }

    @Test
    void losesAnswersToCommitsThatWereMade(PostgresDatabase database) throws Exception {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        run(database.dataSource().getConnection(), "CREATE TABLE note (text varchar(10))");
        try (Connection connection = faulty.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO note VALUES ('kept')");
            faulty.loseCommits(1);
            assertThatThrownBy(connection::commit).hasMessageContaining("lost by the test");
        }
        assertThat(count(database.dataSource())).isEqualTo(1);
    }

    @Test
    void failsStatementsAndConnections(PostgresDatabase database) throws Exception {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        try (Connection connection = faulty.dataSource().getConnection()) {
            faulty.failStatements(1);
            assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
            run(connection, "SELECT 1");
        }
        faulty.cut();
        assertThatThrownBy(() -> faulty.dataSource().getConnection()).isInstanceOf(SQLException.class);
        faulty.mend();
        faulty.dataSource().getConnection().close();
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM note")) {
            row.next();
            return row.getLong(1);
        }
    }
}

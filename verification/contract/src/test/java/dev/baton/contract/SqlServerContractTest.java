package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.FenceLostException;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ExpelContract;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.SessionContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract on the SQL Server in {@code BATON_TEST_SQLSERVER_URL}. */
class SqlServerContractTest extends DatabaseContract implements SessionContract, ExpelContract, ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return GivenDatabase.sqlServer();
    }

    /** Under XACT_ABORT any error ends the whole transaction, fence included, and the next statement begins another. */
    @Test
    void anErrorUnderXactAbortDoesNotTakeTheFenceAwayUnseen() throws Exception {
        String acts = "aborted_" + role().replace('-', '_');
        table().update("CREATE TABLE " + acts + " (x int PRIMARY KEY)");
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        assertThatThrownBy(() -> node.baton().fenced(token, c -> {
                    abortOnAnyError(c);
                    LeaseTable.update(c, "INSERT INTO " + acts + " VALUES (1)");
                    assertThatThrownBy(() -> LeaseTable.update(c, "INSERT INTO " + acts + " VALUES (1)"))
                            .isInstanceOf(SQLException.class);
                    LeaseTable.update(c, "INSERT INTO " + acts + " VALUES (2)");
                }))
                .isInstanceOf(FenceLostException.class);
        assertThat(table().rows("SELECT x FROM " + acts, row -> row.getInt(1))).isEmpty();
        node.baton().fenced(token, c -> LeaseTable.update(c, "INSERT INTO " + acts + " VALUES (3)"));
    }

    /** Not prepared: the driver has the server run that as a procedure, whose settings end with it. */
    private static void abortOnAnyError(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET XACT_ABORT ON");
        }
    }

    /** It owns the database, and may neither see nor end what other sessions do. */
    @Test
    void accountThatMayNotEndSessionsIsRefused() throws Exception {
        prepared().ready();
        String account = "baton_plain_" + role().replace('-', '_');
        table().update("CREATE LOGIN " + account + " WITH PASSWORD = 'Secret-4711'");
        try {
            table().update("CREATE USER " + account + " FOR LOGIN " + account);
            table().update("ALTER ROLE db_owner ADD MEMBER " + account);
            UrlDataSource elects = new UrlDataSource(database()
                    .url()
                    .replaceFirst("(?i);user=[^;]*", ";user=" + account)
                    .replaceFirst("(?i);password=[^;]*", ";password=Secret-4711"));
            assertThatThrownBy(() ->
                            Baton.on(database().dataSource()).leadership(elects).start())
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("may not end the session of a writer that holds it up")
                    .hasMessageContaining("apply the shipped grants for");
        } finally {
            database().endSessions(); // a login is not dropped while one of its sessions lasts
            table().update("DROP USER " + account);
            table().update("DROP LOGIN " + account);
        }
    }

    /** A new session of Babelfish takes seconds to understand its first statements. */
    @Override
    public Strategy.Lease lease() {
        return new Strategy.Lease(Duration.ofSeconds(45), Duration.ofMillis(400), Duration.ofMillis(500));
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Baton;
import dev.baton.sql.database.Database;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract on H2, which has no session locks. */
class H2ContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        return H2Database.fresh();
    }

    /** Between the look for the row and its insert there is a moment, in which another takeover may insert it. */
    @Test
    void firstTakeoverThatIsSecondByAMomentSucceeds() {
        FaultyDataSource faulty = new FaultyDataSource(database().dataSource());
        Database prepared = ManualCandidate.prepare(faulty.dataSource());
        assertThatCode(prepared::ready).doesNotThrowAnyException();
        faulty.failStatements("MERGE INTO baton_fences", 1, this::insertedByAnother);
        try (ManualCandidate second = new ManualCandidate(prepared, role(), "second", lease())) {
            assertThat(second.take()).isInstanceOf(Outcome.Acquired.class);
        }
    }

    private SQLException insertedByAnother() {
        try {
            String insert = "INSERT INTO baton_fences VALUES ('" + role() + "', '', 0)";
            table().update(insert);
            table().update(insert);
            throw new AssertionError("the second of two equal rows was taken");
        } catch (SQLException duplicate) {
            return duplicate;
        }
    }

    @Test
    void accountThatMayNotWriteIsRefused() throws Exception {
        prepared().ready();
        DataSource reader = reader(database());
        table().update("GRANT SELECT ON SCHEMA PUBLIC TO reader");
        assertThatThrownBy(() -> Baton.start(reader))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("lacks rights on Baton's tables")
                .hasMessageContaining("apply the shipped grants for h2");
    }

    @Test
    void accountThatMayNotCreateTablesIsRefused() throws Exception {
        try (TestDatabase empty = database().another()) {
            DataSource reader = reader(empty);
            assertThatThrownBy(() -> Baton.start(reader))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("cannot be applied with this account")
                    .hasMessageContaining("have a DBA run the printed schema");
        }
    }

    /** An account of its own, which may not set what the URL of the others sets. */
    private static DataSource reader(TestDatabase database) throws SQLException {
        new LeaseTable(database.dataSource()).update("CREATE USER reader PASSWORD 'reader'");
        return new UrlDataSource(database.url().replace(";DB_CLOSE_DELAY=-1", ";USER=reader;PASSWORD=reader"));
    }

    @Test
    void sessionIsRefusedBecauseThereAreNoSessionLocks() {
        Node node = cluster().node("one");
        assertThatThrownBy(() -> node.campaign(role(), Strategy.session()))
                .hasMessageContaining("h2 has no session locks: use strategy lease");
    }
}

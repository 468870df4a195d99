package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.sql.Baton;
import dev.baton.sql.Doctor;
import dev.baton.sql.HeldLease;
import dev.baton.sql.Schema;
import dev.baton.sql.database.Database;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract on a real Galera cluster, where it is installed: every instance on another server. */
class GaleraContractTest extends DatabaseContract implements ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh();
    }

    /** Nobody waits here: the servers of a cluster know nothing of each other's locks, and the later commit is refused. */
    @Test
    @Override
    public void theNextHolderWaitsForAFencedTransactionOfTheLastOne() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), LONG).orElseThrow();
        try (Connection writer = database().stepByStep().getConnection()) {
            writer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            writer.setAutoCommit(false);
            one.fence().enter(writer, held.token());
            held.release();
            Waits.until("the next one has it", () -> two.tryLease(role(), LONG).isPresent());
            assertThatThrownBy(() -> one.fence().commit(writer)).isInstanceOf(SQLException.class);
        }
    }

    /** That it has no session locks is no fault of a cluster. */
    @Test
    void theDoctorFindsNothingWrongWithAHealthyCluster() {
        DataSource source = new UrlDataSource(database().url());
        Database.Options options =
                new Database.Options(TableNames.DEFAULT, true, List.of(Schema.LEADERSHIP), "baton_leader_change");
        List<Doctor.Finding> findings = new Doctor(source, source, options).examine();
        assertThat(findings).hasSize(2).allMatch(Doctor.Finding::passed);
        assertThat(findings.get(1).sentence()).contains("use strategy lease");
    }

    /**
     * The takeover is committed, and the writer's server has so much to do that it has not heard of it yet: it ends nobody's
     * transaction, and the row looks as it did. What refuses the writer then is that both have written the row of the fence.
     */
    @Test
    void aWriterIsRefusedBecauseOfATakeoverThatItsServerHasNotHeardOf() throws Exception {
        UrlDataSource here = new UrlDataSource(database().url());
        UrlDataSource elsewhere = new UrlDataSource(database().url());
        LeaseTable there = new LeaseTable(elsewhere);
        Baton one = cluster().node("one", here, settings -> settings).baton();
        Baton two = cluster().node("two", elsewhere, settings -> settings).baton();
        table().update("CREATE TABLE late_writes (x int PRIMARY KEY)");
        table().update("CREATE TABLE much_to_do (x int PRIMARY KEY, what varchar(100))");
        HeldLease held = one.tryLease(role(), LONG).orElseThrow();
        try (Connection writer = here.getConnection()) {
            writer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            writer.setAutoCommit(false);
            one.fence().enter(writer, held.token());
            LeaseTable.update(writer, "INSERT INTO late_writes VALUES (1)");
            Waits.until(
                    "the other server has heard of the lease, and it has expired there",
                    () -> there.update("UPDATE baton_leases SET expires_at = acquired_at WHERE lease_name = ?", role())
                            == 1);
            there.update("INSERT INTO much_to_do SELECT seq, REPEAT('x', 100) FROM seq_1_to_100000");
            assertThat(two.tryLease(role(), LONG)).isPresent();
            assertThatThrownBy(() -> one.fence().commit(writer)).isInstanceOf(SQLException.class);
        }
        assertThat(table().rows("SELECT x FROM late_writes", row -> row.getInt(1)))
                .isEmpty();
    }

    /** It would not find on one server what it has just written on another. */
    @Test
    void connectionsThatAreSpreadOverServersAreRefused() {
        GaleraDatabase galera = (GaleraDatabase) database();
        DataSource spread = galera.spreading();
        assertThatThrownBy(() -> Baton.start(spread))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("spread over servers of a cluster")
                .hasMessageContaining("one host in its URL");
        DataSource first = new UrlDataSource(galera.url());
        DataSource second = new UrlDataSource(galera.url());
        assertThatThrownBy(() -> Baton.on(first).leadership(second).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("spread over servers of a cluster");
        Baton.start(new UrlDataSource(galera.url())).close();
    }
}

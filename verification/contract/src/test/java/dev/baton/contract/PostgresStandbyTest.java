package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standby can answer, but it cannot elect; once it is promoted it can, and tells of it. */
class PostgresStandbyTest {

    @TempDir
    Path folder;

    private PostgresServer standby() throws Exception {
        Path data = folder.resolve("data");
        Files.createFile(data.resolve("standby.signal"));
        return PostgresServer.start(data, Map.of("hot_standby", "on"));
    }

    private PostgresServer primary() throws Exception {
        return PostgresServer.start(folder.resolve("data"), Map.of());
    }

    private static LeaderToken lead(Baton baton) throws InterruptedException {
        return baton.campaign("mail").awaitLeadership(TestPatience.LONGEST_WAIT).orElseThrow();
    }

    @Test
    void historyTellsOfAPromotion() throws Exception {
        LeaderToken before;
        try (PostgresServer first = primary();
                Baton baton = Baton.start(new UrlDataSource(first.url("postgres")))) {
            before = lead(baton);
        }
        try (PostgresServer second = standby()) {
            LeaseTable table = new LeaseTable(new UrlDataSource(second.url("postgres")));
            table.rows("SELECT pg_promote()", row -> row.getBoolean(1));
            try (Baton baton = Baton.start(new UrlDataSource(second.url("postgres")))) {
                LeaderToken after = lead(baton);
                assertThat(after.epoch()).isGreaterThan(before.epoch());
                assertThat(table.history("mail"))
                        .filteredOn(line -> line.epoch() == after.epoch())
                        .extracting(LeaseTable.Line::reason)
                        .containsExactly("the database has failed over since the last term; the role was free;"
                                + " its gate opens 2000 ms later");
            }
        }
    }

    /** Another role's term shows for how long the promotion is over: whatever it lost has ended since. */
    @Test
    void newRoleWaitsNoLongerThanWhatThePromotionMayHaveLost() throws Exception {
        Strategy lease = Strategy.lease60();
        try (PostgresServer first = primary();
                Baton baton = Baton.start(new UrlDataSource(first.url("postgres")))) {
            lead(baton);
        }
        try (PostgresServer second = standby()) {
            UrlDataSource source = new UrlDataSource(second.url("postgres"));
            LeaseTable table = new LeaseTable(source);
            table.rows("SELECT pg_promote()", row -> row.getBoolean(1));
            table.update("UPDATE baton_leases SET acquired_at = acquired_at - interval '1 hour'");
            try (Baton baton = Baton.start(source)) {
                baton.campaign(Candidacy.of("early").with(lease));
                Waits.until(
                        "the early one has its term", () -> table.row("early").isPresent());
                assertThat(table.row("early").orElseThrow().trustMillis())
                        .as("what tells of the last history tells nothing of this one")
                        .isEqualTo(lease.lease().toMillis());
                table.update("UPDATE baton_leases SET acquired_at = acquired_at - interval '1 hour'");
                Campaign late = baton.campaign(Candidacy.of("late").with(lease));
                assertThat(late.awaitLeadership(lease.lease().dividedBy(2))).isPresent();
            }
        }
    }

    @Test
    void standbyIsRefused() throws Exception {
        primary().close();
        try (PostgresServer standby = standby()) {
            assertThatThrownBy(() -> Baton.start(new UrlDataSource(standby.url("postgres"))))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("standby")
                    .hasMessageContaining("connect to the primary");
        }
    }
}

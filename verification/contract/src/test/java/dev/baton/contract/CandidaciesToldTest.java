package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process tells for which roles it stands: all of them, and each once. */
class CandidaciesToldTest {

    private static final int ROLES = 60;

    static Stream<TestDatabase> databases() {
        return Stream.of(PostgresDatabase.fresh(), H2Database.fresh());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whatIsToldOnceIsNotToldAgainWithEveryOtherRole(TestDatabase database) throws Exception {
        CountingDataSource counted = new CountingDataSource(database.dataSource());
        try (Baton baton = Baton.on(counted.dataSource()).node("one").start()) {
            List<Campaign> campaigns = new ArrayList<>();
            for (int i = 0; i < ROLES; i++) {
                campaigns.add(stand(baton, "role-" + i));
            }
            Waits.until("all are told", () -> told(database) == ROLES);
            assertThat(counted.sent().stream().filter(sql -> sql.contains("INTO baton_candidates")))
                    .hasSize(ROLES);
            campaigns.subList(1, ROLES).forEach(Campaign::close);
            Waits.until("one is left", () -> told(database) == 1);
        }
        assertThat(told(database)).isZero();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whatSomebodyHasDeletedIsToldAgain(TestDatabase database) throws Exception {
        try (Baton baton = Baton.on(database.dataSource()).node("one").start()) {
            stand(baton, "first");
            Waits.until("it is told", () -> told(database) == 1);
            try (Connection operator = database.dataSource().getConnection()) {
                LeaseTable.update(operator, "DELETE FROM baton_candidates");
            }
            stand(baton, "second");
            Waits.until("both are told", () -> told(database) == 2);
        }
    }

    private static Campaign stand(Baton baton, String role) {
        return baton.campaign(Candidacy.of(role).with(Strategy.lease60()));
    }

    private static long told(TestDatabase database) throws SQLException {
        return new LeaseTable(database.dataSource())
                .rows("SELECT COUNT(*) FROM baton_candidates", row -> row.getLong(1))
                .get(0);
    }
}

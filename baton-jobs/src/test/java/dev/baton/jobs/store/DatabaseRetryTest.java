package dev.baton.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.dialect.Dialects;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseRetryTest {

    private final DatabaseRetry retry = new DatabaseRetry(Optional::empty);
    private final AtomicInteger calls = new AtomicInteger();

    private int failing(int times, SQLException error) throws SQLException {
        if (calls.incrementAndGet() <= times) {
            throw error;
        }
        return calls.get();
    }

    @ParameterizedTest
    @CsvSource({
        "40001, 0",
        "40P01, 0",
        "08006, 0",
        "53300, 0",
        "57P01, 0",
        "55P03, 0", // PostgreSQL
        "S0001, 1205",
        "S0001, 40613",
        "S0001, 40501",
        "S0001, 49918", // SQL Server and Azure SQL
        "HY000, 1213",
        "HY000, 1205",
        "HY000, 2013", // MariaDB and MySQL
        "HYT00, 50200",
        "90131, 90131",
        "90067, 90067" // H2
    })
    void whatMayBeGoneAMomentLaterIsTriedAgain(String state, int code) throws SQLException {
        assertThat(retry.callWithRetries(() -> failing(2, new SQLException("for now", state, code))))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"23505, 0", "42601, 0", "22001, 0", "S0001, 2627", "HY000, 1062"})
    void whatWillStayIsNot(String state, int code) {
        assertThatThrownBy(() -> retry.callWithRetries(() -> failing(9, new SQLException("for good", state, code))))
                .hasMessage("for good");
        assertThat(calls).hasValue(1);
    }

    /** The same number means something else elsewhere. */
    @Test
    void onceTheDatabaseIsKnownOnlyItsOwnErrorsCount() throws SQLException {
        DatabaseRetry ofH2 = new DatabaseRetry(() -> Optional.of(Dialects.named("h2")));

        assertThatThrownBy(() -> ofH2.callWithRetries(() -> failing(9, new SQLException("deadlock", "HY000", 1213))))
                .hasMessage("deadlock");
        assertThat(calls).hasValue(1);
        assertThat(ofH2.callWithRetries(() -> failing(2, new SQLException("locked", "HYT00", 50200))))
                .isEqualTo(3);
    }

    @Test
    void patienceEndsAfterAFewTries() {
        assertThatThrownBy(() -> retry.callWithRetries(() -> failing(99, new SQLException("busy", "40001"))))
                .hasMessage("busy");
        assertThat(calls).hasValue(5);
    }

    @Test
    void aDatabaseThatIsDownIsSpared() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> retry.callOnce(() -> failing(99, new SQLException("down", "08001"))))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(calls).as("the breaker opens after five failures").hasValue(5);
        assertThatThrownBy(() -> retry.callOnce(() -> 1)).hasMessageContaining("not asked again");
    }

    @Test
    void aConflictOpensNoBreaker() throws SQLException {
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> retry.callOnce(() -> failing(99, new SQLException("conflict", "40001"))))
                    .hasMessage("conflict");
        }
        assertThat(retry.callOnce(() -> 1)).isEqualTo(1);
    }
}

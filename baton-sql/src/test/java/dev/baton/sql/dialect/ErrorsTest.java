package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each dialect knows its own numbers and no other's. */
class ErrorsTest {

    @ParameterizedTest
    @CsvSource({
        "postgresql, 55P03, 0, true",
        "postgresql, 40P01, 0, true",
        "postgresql, 23505, 0, false",
        "sqlserver, S0001, 1205, true",
        "sqlserver, S0001, 40613, true",
        "sqlserver, S0001, 1020, false",
        "mariadb, HY000, 1213, true",
        "mariadb, HY000, 2013, true",
        "mysql, HY000, 1040, true",
        "mariadb, HY000, 1222, false",
        "h2, HYT00, 50200, true",
        "h2, 90067, 90067, true",
        "postgresql, 25006, 0, true",
        "mysql, 25006, 1792, true",
        "mysql, HY000, 1290, true",
        "mariadb, HY000, 1836, true",
        "sqlserver, S0001, 3906, true",
        "sqlserver, S0001, 976, true",
        "h2, 90097, 90097, true",
        "postgresql, 53100, 0, true",
        "mariadb, HY000, 1021, true",
        "mysql, HY000, 1114, true",
        "mariadb, HY001, 1037, true",
        "mysql, HY000, 1030, true",
        "mariadb, HY000, 1026, true",
        "sqlserver, S0002, 1105, true",
        "sqlserver, S0001, 1101, true",
        "sqlserver, S0002, 9002, true",
        "sqlserver, S0123, 701, true",
        "sqlserver, S0001, 51222, true",
        "sqlserver, S0001, 51223, false",
        "sqlserver, S0001, 50000, false"
    })
    void whatMayWorkAMomentLater(String dialect, String state, int code, boolean expected) {
        SQLException error = new SQLException("for now", state, code);
        assertThat(Dialects.named(dialect).isTransient(error)).isEqualTo(expected);
        assertThat(Dialects.named(dialect).isTransient(new SQLException("around it", error)))
                .isEqualTo(expected);
    }

    /** MariaDB's driver throws it as something that passes. */
    @ParameterizedTest
    @CsvSource({"45000, 1644", "45000, 30001", "45001, 30001", "77777, 30001"})
    void aTriggersSignalIsNot(String state, int code) {
        SQLException error = new SQLTransientConnectionException("not with us", state, code);
        assertThat(Dialects.named("mariadb").isTransient(error)).isFalse();
        assertThat(Dialects.named("mariadb").isDataError(error)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql, 57P01, 0, true",
        "postgresql, 40001, 0, false",
        "h2, 90121, 90121, true",
        "mariadb, 90121, 90121, false"
    })
    void whatCannotBeReached(String dialect, String state, int code, boolean expected) {
        assertThat(Dialects.named(dialect).isOutage(new SQLException("away", state, code)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql, P0001, 0, true",
        "postgresql, BK001, 0, true",
        "postgresql, U0001, 0, true",
        "postgresql, 77777, 0, true",
        "postgresql, 21000, 0, true",
        "postgresql, 27000, 0, true",
        "postgresql, 38000, 0, true",
        "postgresql, 39P01, 0, true",
        "postgresql, 44000, 0, true",
        "postgresql, 42501, 0, false",
        "postgresql, 42P01, 0, false",
        "postgresql, P0000, 0, false",
        "postgresql, 25006, 0, false",
        "postgresql, 53100, 0, false",
        "postgresql, 54001, 0, false",
        "postgresql, 55P03, 0, false",
        "postgresql, 57P01, 0, false",
        "postgresql, 58030, 0, false",
        "postgresql, 60000, 0, false",
        "postgresql, 72000, 0, false",
        "postgresql, 99999, 0, false",
        "postgresql, F0000, 0, false",
        "postgresql, HV000, 0, false",
        "postgresql, HYT00, 0, false",
        "postgresql, XX000, 0, false",
        "sqlserver, S0001, 2628, true",
        "sqlserver, S0002, 8115, true",
        "sqlserver, S0001, 229, false",
        "sqlserver, S0001, 50000, true",
        "sqlserver, S0001, 51000, true",
        "sqlserver, S0001, 51222, false",
        "sqlserver, S0001, 51223, false",
        "babelfish, S0001, 51000, true",
        "babelfish, S0001, 33557097, false",
        "sqlserver, S0001, 248, true",
        "sqlserver, S0002, 8169, true",
        "sqlserver, S0002, 9002, false",
        "mariadb, HY000, 1114, false",
        "mysql, HY000, 3819, true",
        "mariadb, 45000, 1644, true",
        "mariadb, 45001, 30001, true",
        "mariadb, 77777, 30001, true",
        "mysql, BK001, 30001, true",
        "mariadb, 44000, 1369, true",
        "mariadb, 70100, 1317, false",
        "mariadb, HY000, 1205, false",
        "mariadb, XA100, 1402, false",
        "mysql, S1000, 0, false",
        "mariadb, 42000, 1142, false",
        "mariadb, HY000, 1290, false"
    })
    void whatIsTheFaultOfARowByItsNumber(String dialect, String state, int code, boolean expected) {
        assertThat(Dialects.named(dialect).isDataError(new SQLException("no", state, code)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"22001, true", "23514, true", "40001, false", "HY000, false"})
    void whatIsTheFaultOfARow(String state, boolean expected) {
        assertThat(Dialects.all()).allMatch(dialect -> dialect.isDataError(new SQLException("no", state)) == expected);
    }
}

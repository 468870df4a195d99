package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Command;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An instant comes out of a row as it went in, whatever zone the session is in and whatever the driver was told of zones.
 * The times are such as a local clock skips or shows twice, in St. John's and on Lord Howe Island.
 */
class InstantsTest {

    private static final String[] TIMES = {
        "2026-03-08 02:30:00.123456",
        "2026-11-01 01:30:00.123456",
        "2026-10-04 02:15:00.123456",
        "2026-04-05 01:45:00.123456"
    };

    @ParameterizedTest
    @ValueSource(strings = {"", ";TIME ZONE=America/St_Johns", ";TIME ZONE=Australia/Lord_Howe"})
    void ofH2(String settings) throws SQLException {
        try (H2Database database = H2Database.fresh()) {
            comeOutAsTheyWentIn(new UrlDataSource(database.url() + settings));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&prepareThreshold=-1", "&binaryTransfer=false"})
    void ofPostgres(String settings) throws SQLException {
        String url = PostgresDatabase.fresh().url() + settings;
        comeOutAsTheyWentIn(new UrlDataSource(url));
        comeOutAsTheyWentIn(new UrlDataSource(url, "SET TIME ZONE 'America/St_Johns'"));
        comeOutAsTheyWentIn(new UrlDataSource(url, "SET TIME ZONE 'Australia/Lord_Howe'"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&timezone=-03:30",
                "&connectionTimeZone=America/St_Johns",
                "&connectionTimeZone=-03:30&forceConnectionTimeZoneToSession=true",
                "&connectionTimeZone=+10:30&preserveInstants=true",
                "&connectionTimeZone=SERVER&preserveInstants=true&useServerPrepStmts=true"
            })
    void ofMariaDb(String settings) throws SQLException {
        comeOutAsTheyWentIn(new UrlDataSource(MariaDbDatabase.fresh().url() + settings, "SET @@time_zone = '+09:30'"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&connectionTimeZone=America/St_Johns",
                "&connectionTimeZone=-03:30&forceConnectionTimeZoneToSession=true",
                "&serverTimezone=Australia/Lord_Howe&preserveInstants=false",
                "&connectionTimeZone=SERVER&useServerPrepStmts=true"
            })
    void ofMySqlsDriver(String settings) throws SQLException {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        comeOutAsTheyWentIn(new UrlDataSource("jdbc:mysql://127.0.0.1:"
                + database.server().port() + "/" + database.name() + "?user=root&sslMode=DISABLED" + settings));
    }

    private static void comeOutAsTheyWentIn(UrlDataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean zoned = !Dialects.of(connection).folder().equals("mariadb");
            for (String time : TIMES) {
                String literal = zoned ? "TIMESTAMP WITH TIME ZONE '" + time + "Z'" : "TIMESTAMP '" + time + "'";
                assertThat(read(connection, "SELECT " + literal + " AS at"))
                        .isEqualTo(Instant.parse(time.replace(' ', 'T') + "Z"));
            }
        }
    }

    private static Instant read(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            assertThat(row.next()).isTrue();
            return Command.instant(row, "at");
        }
    }
}

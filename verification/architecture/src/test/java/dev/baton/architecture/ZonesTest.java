package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No statement asks what time it is where its session believes to be, nor in which language it is told. */
class ZonesTest {

    @Test
    void statementsKnowInstantsOnly() {
        assertThat(Zones.statements()).hasSizeGreaterThan(60);
        assertThat(Zones.statements().stream()
                        .flatMap(file -> Zones.naive(
                                file, Repository.read(Repository.root().resolve(file)))
                                .stream()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        h2         | SELECT DATEDIFF('MILLISECOND', created_at, CURRENT_TIMESTAMP(6))
        h2         | SELECT TIMESTAMPDIFF('SECOND', created_at, CURRENT_TIMESTAMP(6))
        h2         | SELECT CAST(finished_at AT TIME ZONE 'UTC' AS date)
        h2         | SELECT CAST(finished_at AS timestamp(6))
        h2         | SELECT extract(HOUR FROM finished_at)
        h2         | SELECT date_trunc(DAY, finished_at)
        h2         | DELETE FROM t WHERE at < LOCALTIMESTAMP
        h2         | DELETE FROM t WHERE at < now()
        h2         | SELECT 1 FROM t WHERE UPPER(name) = 'INTENTS'
        mariadb    | UPDATE t SET at = CURRENT_TIMESTAMP(6)
        mysql      | UPDATE t SET at = NOW(6)
        galera     | SELECT UNIX_TIMESTAMP(at)
        sqlserver  | UPDATE t SET at = SYSDATETIME()
        babelfish  | UPDATE t SET at = GETDATE()
        postgresql | SELECT finished_at::date
        postgresql | SELECT date_trunc('day', finished_at)
        common     | DELETE FROM t WHERE day < CURRENT_DATE
        common     | SELECT 1 FROM t WHERE LOWER(name) = 'intents'
        """)
    void catchesALocalMeaning(String dialect, String statement) {
        assertThat(Zones.naive(Path.of("sql", dialect, "a.sql"), statement)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"h2,timestamp(6)", "postgresql,timestamp", "mariadb,timestamp(6)"})
    void catchesAColumnWithoutItsZone(String dialect, String type) {
        assertThat(Zones.naive(Path.of("sql", dialect, "a.sql"), "CREATE TABLE t (\n    at " + type + " NOT NULL\n)"))
                .hasSize(1);
    }
}

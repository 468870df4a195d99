package dev.baton.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBinariesTest {

    /** By the names that Java gives to systems and processors. */
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64",
        "Linux, aarch64",
        "Mac OS X, x86_64",
        "Mac OS X, aarch64",
        "Windows 11, amd64",
        "Windows Server 2025, aarch64",
    })
    void everySystemHasItsPrograms(String system, String processor) {
        String archive = PostgresBinaries.archive(system, processor);
        assertThat(PostgresBinaries.class.getResource("/" + archive))
                .as(archive)
                .isNotNull();
    }
}

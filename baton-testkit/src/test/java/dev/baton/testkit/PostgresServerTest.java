package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresServerTest {

    private static final byte[] XZ = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0};

    /** By the names that Java gives to systems and processors. Windows on ARM runs programs for x86. */
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64",
        "Linux, x86_64",
        "Linux, aarch64",
        "Darwin, x86_64",
        "Darwin, aarch64",
        "Windows, amd64",
        "Windows, aarch64",
    })
    void everySystemHasItsPrograms(String system, String processor) throws Exception {
        try (InputStream programs = PostgresServer.binaries(system, processor)) {
            assertThat(programs.readNBytes(XZ.length)).isEqualTo(XZ);
        }
    }
}

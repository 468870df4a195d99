package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.UrlDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standby can answer, but it cannot elect. */
class PostgresStandbyTest {

    @TempDir
    Path folder;

    @Test
    void standbyIsRefused() throws Exception {
        Path data = folder.resolve("data");
        PostgresServer.start(data, Map.of()).close();
        Files.createFile(data.resolve("standby.signal"));
        try (PostgresServer standby = PostgresServer.start(data, Map.of("hot_standby", "on"))) {
            assertThatThrownBy(() -> Baton.start(new UrlDataSource(standby.url("postgres"))))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("standby")
                    .hasMessageContaining("connect to the primary");
        }
    }
}

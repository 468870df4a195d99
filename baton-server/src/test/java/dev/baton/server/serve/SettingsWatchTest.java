package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.crypto.Secrets;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsWatchTest {

    private static final String TOKEN = "a-token-of-an-operator";

    @TempDir
    private Path folder;

    private static String entry(String name, String token) {
        return "[[security.tokens]]\nname = '" + name + "'\nrole = 'operator'\nsha256 = '" + Secrets.sha256(token)
                + "'\n";
    }

    /** For all nodes, also those that have not read their file again: nobody has to come by with the cookie. */
    @Test
    void sessionsEndWithATokenThatIsRemovedFromTheFile() throws Exception {
        Path toml = Files.writeString(folder.resolve("baton.toml"), entry("ops", TOKEN));
        try (TestDatabase database = H2Database.fresh()) {
            Configuration configuration = new ConfigReader(
                            Map.of(), Map.of("database.url", database.url(), "server.port", "0", "node.id", "n1"))
                    .read(Optional.of(toml));
            Serve.runForVisit(configuration, url -> {
                assertThat(signIn(url)).isEqualTo(200);
                assertThat(sessions(database)).isEqualTo(1);
                Files.writeString(toml, entry("ops", TOKEN) + entry("more", "another-" + TOKEN));
                Awaitility.await() // it has looked once, and knows what was there before
                        .atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> knows(url, "another-" + TOKEN));
                Files.writeString(toml, entry("more", "another-" + TOKEN));
                Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> sessions(database) == 0);
            });
        }
    }

    private static int signIn(URI url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/v1/session"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\": \"" + TOKEN + "\"}"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    private static boolean knows(URI url, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/v1/leaders"))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient()
                        .send(request, BodyHandlers.discarding())
                        .statusCode()
                == 200;
    }

    private static int sessions(TestDatabase database) throws SQLException {
        return new LeaseTable(database.dataSource())
                .rows("SELECT COUNT(*) FROM baton_sessions", row -> row.getInt(1))
                .get(0);
    }
}

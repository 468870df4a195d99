package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A database that is away is waited for. One that will never let us in is told of at once, in its own words. */
class UnusableDatabaseTest {

    private static void refused(String url, String... words) {
        Configuration configuration =
                new ConfigReader(Map.of(), Map.of("database.url", url, "node.id", "n1")).read(Optional.empty());
        assertThatThrownBy(() ->
                        new Node(configuration, configuration.database().url().orElseThrow()).close())
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining("check database.url");
    }

    @Test
    void postgres() {
        String url = PostgresDatabase.fresh().url();
        refused(url.replace("user=postgres", "user=ada"), "ada");
        refused(url.replaceFirst("/[^/?]*\\?", "/no_such_database?"), "no_such_database");
        refused(url + "&sslmode=require", "SSL");
    }

    @Test
    void mariaDb() {
        String url = MariaDbDatabase.fresh().url();
        refused(url.replace("user=root", "user=ada&password=wrong"), "ada");
        refused(url.replaceFirst("/[^/?]*\\?", "/no_such_database?"), "no_such_database");
        refused(url.replace("&sslMode=disable", ""), "sslMode=disable");
    }
}

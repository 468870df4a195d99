package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference page lists the keys that the reader asks for. */
class ReferenceTest {

    /** One of everything that has a name or is in a list. */
    private static final String ONE_OF_EACH = """
            [election.roles.NAME]
            takeover = 'exclusive'
            [credentials.NAME]
            type = 'bearer'
            env = 'ANY'
            [gateways.NAME]
            type = 'fake'
            [targets.NAME]
            gateway = 'NAME'
            policy = 'one_shot'
            [jobs.handlers.NAME]
            type = 'http'
            url = 'https://example.org/'
            [jobs.handlers.OTHER]
            type = 'command'
            command = ['true']
            [jobs.defined.NAME]
            interval = '1m'
            [notifiers.NAME]
            type = 'log'
            [[alerts]]
            name = 'any'
            condition = 'baton_leader_is_leader > 1'
            [[security.tokens]]
            name = 'any'
            sha256 = '%s'
            [security.openid]
            issuer = 'https://id.example.org'
            audience = 'any'
            [[security.openid.groups]]
            group = 'any'
            [security]
            tls_key_store = 'any'
            tls_client_store = 'any'
            [[security.certificates]]
            name = 'any'
            subject = 'CN=any'
            """.formatted("a".repeat(64));

    private static final Pattern ROW = Pattern.compile("^\\| `([a-z]+\\.[A-Za-z_.0-9]+)` \\|", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    @Test
    void listsEveryKeyOfTheServer() throws IOException {
        Map<String, String> environment = Map.of("ANY", "secret");
        ConfigLayers layers = new ConfigLayers(environment, Map.of());
        Path file = Files.writeString(folder.resolve("baton.toml"), ONE_OF_EACH);
        new ConfigReader(environment, Map.of()).read(Optional.of(file), layers);
        Set<String> asked = layers.asked().stream()
                .map(key -> key.replaceAll("\\.1\\.", ".").replace(".OTHER.", ".NAME."))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed()).containsExactlyElementsOf(asked);
    }

    private static Set<String> listed() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference.md"));
        return ROW.matcher(page)
                .results()
                .map(row -> row.group(1))
                .filter(key -> !key.startsWith("baton."))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

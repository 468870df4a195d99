package dev.baton.server.config;

import dev.baton.server.config.SecurityConfig.KeyStoreConfig;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.TrustedProxies;
import dev.baton.server.http.TrustedProxies.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code [security]} */
final class SecurityReader {

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private SecurityReader() {}

    static SecurityConfig read(ConfigSection section, Map<String, String> environment) {
        List<Token> tokens = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ConfigSection token : section.list("tokens")) {
            tokens.add(token(token, environment));
            if (!names.add(tokens.get(tokens.size() - 1).name())) {
                throw ConfigException.bad(
                        token.key("name"), tokens.get(tokens.size() - 1).name(), "two tokens have this name");
            }
        }
        Optional<Path> keyStore = section.text("tls_key_store").map(Path::of);
        Optional<Path> password = section.text("tls_password_file").map(Path::of);
        if (keyStore.isEmpty() && password.isPresent()) {
            throw new ConfigException(
                    "security.tls_password_file is set without security.tls_key_store: name the key store");
        }
        SecurityConfig security = new SecurityConfig(
                List.copyOf(tokens),
                keyStore.map(file -> new KeyStoreConfig(file, password)),
                section.flag("plain_http", false),
                section.texts("hosts"),
                proxies(section),
                section.number("requests_per_second", 0, 0, 1_000_000));
        section.done();
        return security;
    }

    private static TrustedProxies proxies(ConfigSection section) {
        List<Network> networks = new ArrayList<>();
        for (String text : section.texts("trusted_proxies")) {
            try {
                networks.add(Network.of(text));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(section.key("trusted_proxies") + ": " + e.getMessage(), e);
            }
        }
        String header = section.choice("forwarded_header", "x-forwarded-for", List.of("x-forwarded-for", "forwarded"));
        return new TrustedProxies(List.copyOf(networks), header);
    }

    private static Token token(ConfigSection section, Map<String, String> environment) {
        String name = section.required("name");
        String role = section.choice("role", "viewer", List.of("viewer", "submitter", "operator"));
        Optional<String> hash = section.secret("sha256");
        Optional<String> file = section.text("file");
        Optional<String> variable = section.text("env");
        section.done();
        if (List.of(hash, file, variable).stream().filter(Optional::isPresent).count() != 1) {
            throw new ConfigException("token '" + name + "' needs exactly one of sha256, file and env:"
                    + " the token itself does not belong here");
        }
        if (hash.isPresent()) {
            String lower = hash.get().toLowerCase(Locale.ROOT);
            if (!SHA256.matcher(lower).matches()) {
                throw new ConfigException("the sha256 of token '" + name + "' is not one: it has 64 hexadecimal digits,"
                        + " as sha256sum prints them");
            }
            return new Token(name, Access.valueOf(role.toUpperCase(Locale.ROOT)), lower);
        }
        String token = file.isPresent()
                ? ConfigReader.secretFile(section.key("file"), file.get())
                : Optional.ofNullable(environment.get(variable.orElseThrow()))
                        .orElseThrow(() -> ConfigException.bad(
                                section.key("env"), variable.get(), "there is no such variable in the environment"));
        if (token.length() < SecurityConfig.SHORTEST_TOKEN) {
            throw new ConfigException("token '" + name + "' has " + token.length() + " characters: it needs at least "
                    + SecurityConfig.SHORTEST_TOKEN);
        }
        return new Token(name, Access.valueOf(role.toUpperCase(Locale.ROOT)), Secrets.sha256(token));
    }
}

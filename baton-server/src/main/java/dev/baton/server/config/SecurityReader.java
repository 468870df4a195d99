package dev.baton.server.config;

import dev.baton.server.config.SecurityConfig.Certificate;
import dev.baton.server.config.SecurityConfig.KeyStoreConfig;
import dev.baton.server.config.SecurityConfig.SessionLimits;
import dev.baton.server.config.SecurityConfig.TlsConfig;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Grant;
import dev.baton.server.http.Scope;
import dev.baton.server.http.TrustedProxies;
import dev.baton.server.http.TrustedProxies.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/** {@code [security]} */
final class SecurityReader {

    private static final List<String> ROLES = List.of("viewer", "submitter", "operator", "admin");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /** Rows of sessions are kept no longer. */
    private static final Duration LONGEST_SESSION = Duration.ofDays(30);

    private SecurityReader() {}

    /**
     * @param tokens as {@link #tokens} reads them, now and later
     * @param openId as {@link OpenIdReader} reads it, now and later
     * @param certificates as {@link #certificates} reads them, now and later
     */
    static SecurityConfig read(
            ConfigSection section,
            ReloadedSetting<List<Token>> tokens,
            ReloadedSetting<Optional<OpenIdConfig>> openId,
            ReloadedSetting<List<Certificate>> certificates) {
        section.list("tokens");
        section.section("openid");
        section.list("certificates");
        Optional<KeyStoreConfig> keys = keyStore(section, "tls_key_store", "tls_password_file");
        Optional<KeyStoreConfig> clients = keyStore(section, "tls_client_store", "tls_client_password_file");
        if (clients.isPresent() && keys.isEmpty()) {
            throw new ConfigException(
                    "security.tls_client_store is set without security.tls_key_store: whoever ends TLS"
                            + " looks at certificates");
        }
        if (clients.isPresent() == certificates.get().isEmpty()) {
            throw new ConfigException("security.tls_client_store and [[security.certificates]] belong together: who is"
                    + " trusted, and what each of them may do");
        }
        SecurityConfig security = new SecurityConfig(
                tokens,
                openId,
                sessions(section),
                certificates,
                keys.map(own -> new TlsConfig(own, clients)),
                section.flag("plain_http", false),
                section.texts("hosts"),
                proxies(section),
                section.number("requests_per_second", 0, 0, 1_000_000));
        section.done();
        return security;
    }

    private static Optional<KeyStoreConfig> keyStore(ConfigSection section, String name, String passwordName) {
        Optional<Path> file = section.text(name).map(Path::of);
        Optional<Path> password = section.text(passwordName).map(Path::of);
        if (file.isEmpty() && password.isPresent()) {
            throw new ConfigException(
                    section.key(passwordName) + " is set without " + section.key(name) + ": name the key store");
        }
        return file.map(there -> new KeyStoreConfig(there, password));
    }

    /** {@code [[security.certificates]]} */
    static List<Certificate> certificates(ConfigSection section) {
        List<Certificate> certificates = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<String> subjects = new HashSet<>();
        for (ConfigSection entry : section.list("certificates")) {
            Certificate one = new Certificate(entry.required("name"), subject(entry), grant(entry));
            entry.done();
            if (!names.add(one.name()) || !subjects.add(one.subject())) {
                throw ConfigException.bad(entry.key("name"), one.name(), "two certificates have this name or subject");
            }
            certificates.add(one);
        }
        return List.copyOf(certificates);
    }

    private static String subject(ConfigSection entry) {
        String text = entry.required("subject");
        try {
            return new X500Principal(text).getName(X500Principal.CANONICAL);
        } catch (IllegalArgumentException e) {
            throw ConfigException.bad(entry.key("subject"), text, "it must be like CN=robot, O=Example");
        }
    }

    private static SessionLimits sessions(ConfigSection section) {
        Duration idle = section.duration("session_idle_timeout", Duration.ofHours(1));
        Duration longest = section.duration("session_timeout", Duration.ofHours(12));
        if (idle.isZero() || idle.compareTo(longest) > 0 || longest.compareTo(LONGEST_SESSION) > 0) {
            throw ConfigException.bad(
                    section.key("session_idle_timeout"),
                    Durations.text(idle),
                    "it must be longer than zero and at most security.session_timeout, which is "
                            + Durations.text(longest) + " and may be " + Durations.text(LONGEST_SESSION));
        }
        return new SessionLimits(idle, longest);
    }

    /** {@code [[security.tokens]]} */
    static List<Token> tokens(ConfigSection section, SecretSource secrets) {
        List<Token> tokens = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ConfigSection entry : section.list("tokens")) {
            Token token = token(entry, secrets);
            tokens.add(token);
            if (!names.add(token.name())) {
                throw ConfigException.bad(entry.key("name"), token.name(), "two tokens have this name");
            }
        }
        return List.copyOf(tokens);
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
        boolean protocol = section.flag("proxy_protocol", false);
        if (protocol && networks.isEmpty()) {
            throw new ConfigException(section.key("proxy_protocol") + " is set without "
                    + section.key("trusted_proxies") + ": name the proxies whose PROXY headers are believed");
        }
        return new TrustedProxies(List.copyOf(networks), header, protocol);
    }

    private static Token token(ConfigSection section, SecretSource secrets) {
        String name = section.required("name");
        Grant grant = grant(section);
        Optional<String> hash = section.secret("sha256");
        Optional<String> file = section.text("file");
        Optional<String> variable = section.text("env");
        Optional<Instant> expires = section.instant("expires");
        section.done();
        if (List.of(hash, file, variable).stream().filter(Optional::isPresent).count() != 1) {
            throw new ConfigException("token '" + name + "' needs exactly one of sha256, file and env:"
                    + " the token itself does not belong here");
        }
        String known =
                hash.isPresent() ? checkedHash(name, hash.get()) : hashOf(name, secrets.read(section, file, variable));
        return new Token(name, grant, known, expires);
    }

    /** What somebody may do, and to what: a scope that names anything holds nothing else. */
    static Grant grant(ConfigSection section) {
        Access role = Access.valueOf(section.choice("role", "viewer", ROLES).toUpperCase(Locale.ROOT));
        Optional<List<String>> queues = words(section, "queues");
        Optional<List<String>> targets = words(section, "targets");
        Optional<List<String>> roles = words(section, "roles");
        boolean bounded = queues.isPresent() || targets.isPresent() || roles.isPresent();
        return new Grant(
                role,
                bounded
                        ? new Scope(queues.orElse(List.of()), targets.orElse(List.of()), roles.orElse(List.of()))
                        : Scope.ALL);
    }

    private static Optional<List<String>> words(ConfigSection section, String name) {
        Optional<List<String>> words = section.optionalTexts(name);
        for (String word : words.orElse(List.of())) {
            int star = word.indexOf('*');
            if (word.isEmpty() || (star >= 0 && star != word.length() - 1)) {
                throw ConfigException.bad(
                        section.key(name), word, "a name, or the beginning of names with a * after it");
            }
        }
        return words;
    }

    private static String checkedHash(String name, String hash) {
        String lower = hash.toLowerCase(Locale.ROOT);
        if (!SHA256.matcher(lower).matches()) {
            throw new ConfigException("the sha256 of token '" + name + "' is not one: it has 64 hexadecimal digits,"
                    + " as sha256sum prints them");
        }
        return lower;
    }

    private static String hashOf(String name, String token) {
        if (token.length() < SecurityConfig.SHORTEST_TOKEN) {
            throw new ConfigException("token '" + name + "' has " + token.length() + " characters: it needs at least "
                    + SecurityConfig.SHORTEST_TOKEN);
        }
        return Secrets.sha256(token);
    }
}

package dev.baton.server.config;

import dev.baton.server.config.OpenIdConfig.Claims;
import dev.baton.server.config.OpenIdConfig.Group;
import dev.baton.server.config.OpenIdConfig.SignIn;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code [security.openid]} */
final class OpenIdReader {

    /** Algorithms that sign with a private key of the provider. {@code none} and those with a shared key would let others sign. */
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    private static final Duration MOST_SKEW = Duration.ofMinutes(5);
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    private OpenIdReader() {}

    /** Reads the section again while the node runs. Secret and groups may change; another provider needs a restart. */
    static Optional<OpenIdConfig> readAgain(
            ConfigSection security, SecretSource secrets, Optional<OpenIdConfig> before) {
        Optional<OpenIdConfig> now = read(security, secrets);
        boolean same = now.isPresent() == before.isPresent()
                && (now.isEmpty() || now.get().sameProvider(before.orElseThrow()));
        if (!same) {
            throw new ConfigException("of security.openid the client's secret and the groups alone can change while a"
                    + " node runs: the rest needs a restart");
        }
        return now;
    }

    static Optional<OpenIdConfig> read(ConfigSection security, SecretSource secrets) {
        ConfigSection section = security.section("openid");
        Optional<String> issuer = section.text("issuer");
        Optional<String> audience = section.text("audience");
        Optional<SignIn> signIn = signIn(section, secrets);
        Claims claims = new Claims(
                section.text("name_claim", "preferred_username"),
                section.text("groups_claim", "groups"),
                section.text("scope_claim"),
                section.choice("scope_claim_missing", "nothing", List.of("nothing", "everything"))
                        .equals("nothing"));
        List<String> algorithms = algorithms(section);
        Duration skew = section.duration("clock_skew", Duration.ofSeconds(30));
        List<Group> groups = groups(section);
        section.done();
        if (issuer.isEmpty()) {
            if (!section.isEmpty()) {
                throw new ConfigException("security.openid.issuer is missing: name the provider, or remove the table");
            }
            return Optional.empty();
        }
        if (skew.compareTo(MOST_SKEW) > 0) {
            throw ConfigException.bad(section.key("clock_skew"), Durations.text(skew), "it may be 5m at most");
        }
        if (groups.isEmpty()) {
            throw new ConfigException(
                    "security.openid has no groups: nobody could do anything; add [[security.openid.groups]]");
        }
        String meant = audience.orElseThrow(() -> new ConfigException(
                "security.openid.audience is missing: without it, tokens for others would be taken"));
        if (signIn.isPresent() && signIn.get().clientId().equals(meant)) {
            throw ConfigException.bad(
                    section.key("audience"),
                    meant,
                    "it must differ from client_id: else what tells who somebody is would be taken for what"
                            + " lets somebody in");
        }
        return Optional.of(new OpenIdConfig(
                url(section.key("issuer"), issuer.get()), meant, algorithms, skew, claims, signIn, groups));
    }

    private static Optional<SignIn> signIn(ConfigSection section, SecretSource secrets) {
        Optional<String> client = section.text("client_id");
        Optional<String> file = section.text("client_secret_file");
        Optional<String> variable = section.text("client_secret_env");
        Optional<String> url = section.text("url");
        List<String> scopes = section.optionalTexts("scopes").orElse(List.of("openid", "profile"));
        if (client.isEmpty()) {
            if (file.isPresent() || variable.isPresent() || url.isPresent()) {
                throw new ConfigException("security.openid.client_id is missing: people cannot sign in without it");
            }
            return Optional.empty();
        }
        if (file.isPresent() == variable.isPresent() || url.isEmpty()) {
            throw new ConfigException(
                    "security.openid.client_id needs url, the dashboard's address as browsers know it,"
                            + " and exactly one of client_secret_file and client_secret_env");
        }
        if (!scopes.contains("openid")) {
            throw ConfigException.bad(section.key("scopes"), scopes, "openid must be among them");
        }
        String secret = secrets.read(section, "client_secret_", file, variable);
        return Optional.of(new SignIn(client.get(), secret, url(section.key("url"), url.get()), scopes));
    }

    private static List<String> algorithms(ConfigSection section) {
        List<String> named = section.optionalTexts("algorithms").orElse(List.of("RS256", "PS256", "ES256"));
        for (String one : named) {
            if (!ALGORITHMS.contains(one)) {
                throw ConfigException.bad(
                        section.key("algorithms"), one, "use some of RS, PS and ES with 256, 384 or 512");
            }
        }
        return named;
    }

    private static List<Group> groups(ConfigSection section) {
        List<Group> groups = new ArrayList<>();
        for (ConfigSection entry : section.list("groups")) {
            groups.add(new Group(entry.required("group"), SecurityReader.grant(entry)));
            entry.done();
        }
        return List.copyOf(groups);
    }

    /** An address without user, query or fragment; with TLS, unless it is on this machine. */
    private static URI url(String key, String text) {
        try {
            URI uri = URI.create(text);
            boolean safe = "https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && isHere(uri));
            if (safe
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw ConfigException.bad(key, text, "it is no URL");
        }
        throw ConfigException.bad(
                key, text, "it must be an https URL without user, query and fragment; http on loopback only");
    }

    static boolean isHere(URI uri) {
        return HERE.contains(uri.getHost());
    }
}

package dev.baton.server.config;

import dev.baton.Names;
import dev.baton.server.config.Configuration.AlertRule;
import dev.baton.server.config.Configuration.LogConfig;
import dev.baton.server.config.Configuration.NodeConfig;
import dev.baton.server.config.Configuration.Notifier;
import dev.baton.server.config.Configuration.ServerBounds;
import dev.baton.server.config.Configuration.ServerConfig;
import dev.baton.server.config.Configuration.SubmissionsConfig;
import dev.baton.server.http.HttpLimits;
import dev.baton.shards.plan.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads a {@link Configuration}: flags over environment over file. Refuses what it does not understand. */
public final class ConfigReader {

    private static final TomlMapper TOML = new TomlMapper();
    private static final int DEFAULT_PORT = 8080;
    private static final Set<String> SECTIONS = Set.of(
            "node",
            "server",
            "database",
            "election",
            "submissions",
            "gateways",
            "targets",
            "jobs",
            "notifiers",
            "credentials",
            "security",
            "log");

    private final Map<String, String> environment;
    private final Map<String, String> flags;

    /** @param flags what the command line sets, by key */
    public ConfigReader(Map<String, String> environment, Map<String, String> flags) {
        this.environment = Map.copyOf(environment);
        this.flags = Map.copyOf(flags);
    }

    /**
     * Reads the file, if there is one.
     *
     * @throws ConfigException with one sentence that says what to mend
     */
    public Configuration read(Optional<Path> file) {
        return read(file, new ConfigLayers(environment, flags));
    }

    Configuration read(Optional<Path> file, ConfigLayers layers) {
        ConfigSection root = root(file, layers);
        try {
            Configuration configuration = read(root, layers, () -> root(file, new ConfigLayers(environment, flags)));
            root.done();
            layers.refuseUnknown(SECTIONS);
            return configuration;
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage(), e); // what the libraries refuse
        }
    }

    private static ConfigSection root(Optional<Path> file, ConfigLayers layers) {
        return new ConfigSection("", file.map(ConfigReader::parse).orElseGet(TOML::createObjectNode), layers);
    }

    private static ObjectNode parse(Path file) {
        try {
            if (TOML.readTree(Files.readAllBytes(file)) instanceof ObjectNode table) {
                return table;
            }
            return TOML.createObjectNode();
        } catch (NoSuchFileException e) {
            throw new ConfigException("there is no file " + file + ": name the right one with --config", e);
        } catch (IOException e) {
            throw new ConfigException("cannot read " + file + ": " + FailureReason.of(e), e);
        } catch (JacksonException e) {
            throw new ConfigException(
                    file + " is not TOML: line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
    }

    /** @param again what is in the file by then */
    private Configuration read(ConfigSection root, ConfigLayers layers, Supplier<ConfigSection> again) {
        NodeConfig node = node(root.section("node"));
        ServerConfig server = server(root.section("server"));
        DatabaseConfig database = DatabaseReader.read(root.section("database"), environment);
        ElectionConfig election = ElectionReader.read(root.section("election"), database.tables());
        SecretSource secrets = new SecretSource(environment);
        Map<String, CredentialConfig> credentials = CredentialsReader.read(root, secrets);
        SubmissionsConfig submissions = SubmissionsReader.read(root, credentials);
        if (submissions.isDivided()) {
            election.requireDivisible(submissions.shards());
        }
        var jobs = JobsReader.read(root.section("jobs"), server.stopTimeout());
        List<Notifier> notifiers = NotifiersReader.read(root, credentials);
        List<AlertRule> alerts = alerts(root);
        Optional<OpenIdConfig> openId = OpenIdReader.read(root.section("security"), secrets);
        SecurityConfig security = SecurityReader.read(
                root.section("security"),
                new ReloadedSetting<>(
                        "tokens",
                        SecurityReader.tokens(root.section("security"), secrets),
                        () -> SecurityReader.tokens(again.get().section("security"), secrets)),
                new ReloadedSetting<>(
                        "openid",
                        openId,
                        () -> OpenIdReader.readAgain(again.get().section("security"), secrets, openId)),
                new ReloadedSetting<>(
                        "certificates",
                        SecurityReader.certificates(root.section("security")),
                        () -> SecurityReader.certificates(again.get().section("security"))));
        LogConfig log = log(root.section("log"));
        return new Configuration(
                node,
                server,
                database,
                election,
                submissions,
                jobs,
                alerts,
                notifiers,
                new ReloadedSetting<>(
                        "credentials",
                        credentials,
                        () -> CredentialsReader.readAgain(
                                again.get(), secrets, credentials, submissions.settings(), notifiers)),
                security,
                log,
                Map.copyOf(layers.effective()));
    }

    private static NodeConfig node(ConfigSection section) {
        Optional<String> id = section.text("id").map(Names::node);
        NodeConfig node = new NodeConfig(
                id,
                section.flag("observer", false),
                section.flag("prefer", false),
                section.number("weight", 1, 1, Member.HEAVIEST));
        if (node.observer() && node.prefer()) {
            throw new ConfigException("node.observer and node.prefer are both true: a node that never leads cannot be"
                    + " preferred; set one of them");
        }
        section.done();
        return node;
    }

    private static ServerConfig server(ConfigSection section) {
        Optional<Integer> port = section.optionalNumber("port", 0, 65_535);
        ServerConfig server = new ServerConfig(
                section.text("bind", "127.0.0.1"),
                port.orElse(DEFAULT_PORT),
                port.isPresent(),
                section.optionalNumber("management_port", 0, 65_535),
                Path.of(section.text("data", "./data")),
                section.duration("stop_timeout", Duration.ofSeconds(20)),
                bounds(section));
        section.done();
        return server;
    }

    private static ServerBounds bounds(ConfigSection section) {
        HttpLimits usual = HttpLimits.ofThisProcess();
        int all = section.number("max_connections", usual.connections(), 10, 1_000_000);
        return new ServerBounds(
                section.bodyBytes("max_body", 4 * 1024 * 1024),
                all,
                section.number("max_connections_per_address", Math.max(1, all / 2), 1, 1_000_000));
    }

    private static List<AlertRule> alerts(ConfigSection root) {
        List<AlertRule> rules = new ArrayList<>();
        for (ConfigSection section : root.list("alerts")) {
            AlertRule rule = new AlertRule(
                    section.required("name"),
                    section.required("condition"),
                    section.duration("for", Duration.ZERO),
                    section.choice("severity", "warning", List.of("info", "warning", "error", "critical")),
                    section.texts("notify"));
            section.done();
            rules.add(rule);
        }
        return List.copyOf(rules);
    }

    private static LogConfig log(ConfigSection section) {
        LogConfig log = new LogConfig(
                section.choice("level", "info", List.of("trace", "debug", "info", "warn", "error")),
                section.choice("format", "auto", List.of("auto", "json", "text")));
        section.done();
        return log;
    }

    /** The content of a file that holds a secret. */
    static String secretFile(String key, String file) {
        try {
            String secret = Files.readString(Path.of(file)).strip();
            if (secret.isEmpty()) {
                throw ConfigException.bad(key, file, "this file is empty");
            }
            return secret;
        } catch (IOException e) {
            throw new ConfigException(key + " is '" + file + "', which cannot be read: " + FailureReason.of(e), e);
        }
    }
}

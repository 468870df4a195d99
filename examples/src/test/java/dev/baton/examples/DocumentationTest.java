package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation compiles: its Java code is that of the examples; and its links lead somewhere. */
class DocumentationTest {

    private static final Path ROOT = root();
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern SOURCE = Pattern.compile("\\[(\\d+)\\](?!\\()");
    private static final Pattern DEPENDENCY_VERSION =
            Pattern.compile("<artifactId>baton-parent</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern DEPENDENCY =
            Pattern.compile("<artifactId>(baton-[a-z-]+)</artifactId>\\s*<version>([^<]+)</version>");

    @Test
    void codeIsThatOfTheExamples() throws Exception {
        for (Path document : documents()) {
            for (Regions.Block block : Regions.blocks(Files.readString(document))) {
                assertThat(Regions.wrong(block, ROOT)).as(document.toString()).isEmpty();
            }
        }
    }

    @Test
    void readmeShowsDependencyAndStartByLine25() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        assertThat(lines.subList(0, 25))
                .anyMatch(line -> line.contains("<artifactId>baton-sql</artifactId>"))
                .anyMatch(line -> line.startsWith("```java"));
        assertThat(String.join("\n", lines.subList(0, 60))).contains("mvn -B verify", "./baton serve");
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        for (Path document : documents()) {
            LINK.matcher(Files.readString(document))
                    .results()
                    .map(link -> link.group(1))
                    .forEach(link -> {
                        Path target = document.getParent().resolve(link).normalize();
                        assertThat(target).as("%s links to %s", document, link).exists();
                    });
        }
    }

    @Test
    void dependenciesAreThatOfThisBuild() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        String version = DEPENDENCY_VERSION
                .matcher(parent)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        for (Path document : documents()) {
            DEPENDENCY.matcher(Files.readString(document)).results().forEach(dependency -> {
                assertThat(ROOT.resolve(dependency.group(1)).resolve("pom.xml"))
                        .as(document.toString())
                        .exists();
                assertThat(dependency.group(2)).as(document.toString()).isEqualTo(version);
            });
        }
    }

    /** A cell of another project says nothing, "no", when it began, or where one can read it. */
    @Test
    void claimsAboutOthersHaveASource() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/comparison.md"));
        String table = page.substring(0, page.indexOf("## Measured"));
        List<String> claims = table.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| |"))
                .flatMap(line -> Stream.of(line.split(" \\| ")).skip(2))
                .filter(cell -> !cell.replace("|", "").strip().matches("–|no|20\\d\\d"))
                .toList();
        assertThat(claims)
                .hasSizeGreaterThan(40)
                .allMatch(cell -> SOURCE.matcher(cell).find());
        SOURCE.matcher(table).results().forEach(number -> assertThat(page).contains("\n" + number.group(1) + ". "));
    }

    @Test
    void catchesCodeThatWasChangedInOnePlaceOnly() throws Exception {
        String shown = Regions.region(Files.readString(ROOT.resolve(fiveLines())), "five-lines")
                .orElseThrow();
        assertThat(problemOf("<!-- example: " + fiveLines() + "#five-lines -->\n```java\n" + shown + "```"))
                .isEmpty();
        assertThat(problemOf("<!-- example: " + fiveLines() + "#five-lines -->\n```java\n" + shown + "// more\n```"))
                .isPresent();
        assertThat(problemOf("<!-- example: " + fiveLines() + "#none -->\n```java\n" + shown + "```"))
                .isPresent();
        assertThat(problemOf("```java\nint a;\n```")).isPresent();
    }

    private static Optional<String> problemOf(String markdown) throws Exception {
        return Regions.wrong(Regions.blocks(markdown).get(0), ROOT);
    }

    private static String fiveLines() {
        return "examples/src/main/java/dev/baton/examples/FiveLines.java";
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> below = Files.walk(ROOT.resolve("docs"));
                Stream<Path> recipes = Files.walk(ROOT.resolve("examples/recipes"))) {
            return Stream.of(top, below, recipes)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("README.md")) ? here : here.getParent();
    }
}

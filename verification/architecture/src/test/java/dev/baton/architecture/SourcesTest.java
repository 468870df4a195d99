package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules on what class files do not show. */
class SourcesTest {

    private static final List<Source> LIBRARIES = Source.libraries();

    @Test
    void seesTheLibraries() {
        assertThat(LIBRARIES.stream().map(Source::name)).contains("LeaderGate.java", "Baton.java");
    }

    @Test
    void sqlIsInResources() {
        assertThat(LIBRARIES.stream().flatMap(source -> Words.statements(source).stream()))
                .as("statements belong into src/main/resources, by subject")
                .isEmpty();
    }

    @Test
    void catchesSqlInJava() {
        assertThat(Words.statements(classWith("String a = \"SELECT 1\";"))).hasSize(1);
        assertThat(Words.statements(classWith("String a = \"UPDATE \" + table + \" set x = 1\";")))
                .hasSize(1);
        assertThat(Words.statements(classWith("String a = \"\"\"\n    DELETE FROM t\n    \"\"\";")))
                .hasSize(1);
        assertThat(Words.statements(classWith("String a = \"and then insert into t values (1)\";")))
                .hasSize(1);
        assertThat(Words.statements(classWith("String a = \"LISTEN \" + channel;")))
                .hasSize(1);
    }

    @Test
    void takesAMessageForAMessage() {
        assertThat(Words.statements(classWith("String a = \"use one of these\"; // SELECT 1")))
                .isEmpty();
        assertThat(Words.statements(classWith("String a = \"update the program\";")))
                .isEmpty();
    }

    @Test
    void nothingFollowsTheMachinesLocale() {
        assertThat(LIBRARIES.stream().flatMap(source -> Locales.untold(source).stream()))
                .as("say Locale.ROOT, and judge errors by their type or code")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.toLowerCase()",
                "text.strip().toUpperCase()",
                "String.format(\"%d\", 1)",
                "\"%d\".formatted(1)",
                "out.printf(\"%d\", 1)",
                "DateTimeFormatter.ofPattern(\"HH\")",
                "String.valueOf(e.getMessage()).contains(\"in use\")",
                "e.getCause().getMessage().startsWith(\"Address\")"
            })
    void catchesTheMachinesLocale(String call) {
        assertThat(Locales.untold(classWith("Object a = " + call + ";"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.toLowerCase(Locale.ROOT)",
                "String.format(java.util.Locale.ROOT, \"%d\", 1)",
                "time.format(moment)",
                "DateTimeFormatter.ofPattern(\"HH\", Locale.ROOT)"
            })
    void takesALocaleThatIsTold(String call) {
        assertThat(Locales.untold(classWith("Object a = " + call + ";"))).isEmpty();
    }

    @Test
    void filesAndMethodsAreSmall() throws IOException {
        writeTheLargerOnes();
        assertThat(Sizes.over(LIBRARIES, Sizes.LONGEST_FILE, Sizes.LONGEST_METHOD))
                .isEmpty();
    }

    @Test
    void neitherTestsNorToolsHaveLongFiles() {
        List<Path> all = Repository.allSources();
        assertThat(all.stream().map(Repository::name)).contains("SuccessionTest.java", "Machine.java", "Bench.java");
        assertThat(all.stream().filter(file -> Repository.read(file).lines().count() > Sizes.LONGEST_FILE))
                .isEmpty();
    }

    /** For information only: target/sizes.txt. */
    private static void writeTheLargerOnes() throws IOException {
        Files.write(
                Path.of("target", "sizes.txt"),
                Sizes.over(LIBRARIES, Sizes.USUAL_FILE, Sizes.USUAL_METHOD).stream()
                        .map(Sizes::toString)
                        .toList());
    }

    @Test
    void catchesALongFileAndALongMethod() {
        String longMethod = "void m() {\n" + "int a;\n".repeat(Sizes.LONGEST_METHOD) + "}";
        assertThat(Sizes.over(List.of(classWith(longMethod)), Sizes.LONGEST_FILE, Sizes.LONGEST_METHOD))
                .extracting(Sizes::what)
                .isEqualTo(List.of("A.java m"));
        String longFile = Stream.generate(() -> "\n").limit(Sizes.LONGEST_FILE).collect(Collectors.joining());
        assertThat(Sizes.over(List.of(classWith(longFile)), Sizes.LONGEST_FILE, Sizes.LONGEST_METHOD))
                .extracting(Sizes::what)
                .isEqualTo(List.of("A.java"));
    }

    @Test
    void publicVerbsCanBeSearchedFor() {
        assertThat(LIBRARIES.stream().flatMap(source -> Verbs.alone(source).stream()))
                .isEmpty();
    }

    @Test
    void catchesAVerbThatCannotBeSearchedFor() {
        assertThat(Verbs.alone(classWith("public void tell(int a) {} void look() {} public void tellAll() {}")))
                .isEqualTo(List.of("A.java: tell"));
    }

    @Test
    void everyCommentDocumentsSomething() {
        assertThat(Repository.allSources().stream()
                        .filter(file -> Javadocs.hasOneThatDocumentsNothing(Repository.read(file))))
                .isEmpty();
    }

    @Test
    void catchesACommentThatDocumentsNothing() {
        assertThat(Javadocs.hasOneThatDocumentsNothing("    /** A. */\n    /**\n * B. */\n    void m() {}"))
                .isTrue();
        assertThat(Javadocs.hasOneThatDocumentsNothing("    /** A. */\n    int a;\n\n    /** B. */\n    void m() {}"))
                .isFalse();
    }

    @Test
    void publicTypesAreDocumented() {
        assertThat(LIBRARIES.stream().flatMap(source -> Javadocs.undocumented(source).stream()))
                .isEmpty();
    }

    @Test
    void catchesAPublicTypeWithoutDocumentation() {
        assertThat(Javadocs.undocumented(Source.of("A.java", "/** A. */ public class A { public enum B { C } }")))
                .isEqualTo(List.of("A.java: B"));
        assertThat(Javadocs.undocumented(Source.of("A.java", "// A\npublic record A() {}")))
                .isEqualTo(List.of("A.java: A"));
        assertThat(Javadocs.undocumented(Source.of("A.java", "class A {}"))).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIs() {
        List<Path> files = Repository.librarySources();
        List<Path> folders = files.stream()
                .map(Path::getParent)
                .distinct()
                .filter(SourcesTest::isPackage)
                .toList();
        for (Path folder : folders) {
            Path info = folder.resolve("package-info.java");
            assertThat(info).exists();
            assertThat(Javadocs.tellsOfItsPackage(Source.of(info)))
                    .as(info.toString())
                    .isTrue();
        }
    }

    private static boolean isPackage(Path folder) {
        return !folder.endsWith(Path.of("src", "main", "java"));
    }

    @Test
    void catchesASilentPackage() {
        assertThat(Javadocs.tellsOfItsPackage(Source.of("package-info.java", "package a;")))
                .isFalse();
    }

    private static Source classWith(String member) {
        return Source.of("A.java", "class A {\n" + member + "\n}\n");
    }
}

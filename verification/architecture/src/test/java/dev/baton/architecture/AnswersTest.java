package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the code reads answers on every database, also on those that no build has. */
class AnswersTest {

    private static final Path FILE = Path.of("baton-a/src/main/resources/dev/baton/a/sqlserver/fruit.sql");

    /** What other dialects' code of the same name reads, and who runs it without. */
    private static final Map<String, String> ONLY_RUN = Map.of(
            "common: beat", "PortableStore",
            "mariadb: transaction-marked", "MariaDbDialect",
            "sqlserver: blockers-end", "SqlServerBlockers");

    @Test
    void everyStatementThatIsReadAnswers() {
        Map<Path, Set<String>> read = Repository.librarySources().stream()
                .collect(Collectors.groupingBy(
                        AnswersTest::module,
                        Collectors.flatMapping(file -> Answers.read(Source.of(file)).stream(), Collectors.toSet())));
        assertThat(read.values().stream().flatMap(Set::stream)).hasSizeGreaterThan(50);
        assertThat(read.keySet().stream().map(Path::toString))
                .contains(
                        "baton-sql", "baton-submissions", "baton-jobs", "baton-shards", "baton-alerts", "baton-server");
        Map<Path, List<Statements.Named>> statements = Statements.files().stream()
                .flatMap(file ->
                        Statements.in(file, Repository.read(Repository.root().resolve(file))).stream())
                .collect(Collectors.groupingBy(statement -> statement.file().getName(0)));
        assertThat(statements.entrySet().stream()
                        .flatMap(module -> Answers.missing(module.getValue(), read.get(module.getKey())).stream()))
                .containsExactlyInAnyOrderElementsOf(ONLY_RUN.keySet());
    }

    private static Path module(Path source) {
        return Repository.root().relativize(source).getName(0);
    }

    @Test
    void catchesWhatIsReadAndDoesNotAnswer() {
        List<Statements.Named> planted = Statements.in(FILE, """
                --- apple
                UPDATE a SET b = 1

                --- pear
                UPDATE a SET b = 1 OUTPUT inserted.b

                --- plum
                SET NOCOUNT ON; SELECT TOP (1) @b = b FROM a; UPDATE a SET b = 1; SET NOCOUNT OFF

                --- quince
                SET NOCOUNT ON; SELECT @b = b FROM a; SELECT @b AS b; SET NOCOUNT OFF

                --- cherry
                WITH a AS (DELETE FROM b RETURNING c) SELECT c FROM a

                --- medlar
                INSERT INTO a (b) SELECT b FROM c
                """);
        assertThat(Answers.missing(planted, Set.of("apple", "pear", "plum", "quince", "cherry", "medlar")))
                .containsExactly("sqlserver: apple", "sqlserver: plum", "sqlserver: medlar");
        assertThat(Answers.missing(planted, Set.of())).isEmpty();
    }

    @Test
    void findsWhatIsRead() {
        Source planted = Source.of("A.java", """
                class A {
                    Object a = sql.get("apple").set("b", 1).first(c, row -> true).orElse(false);
                    Object b = token(sql.get("pear").plain(), token).all(c, row -> row);
                    Object c = sql.get("plum").update(c);
                    Object d = sql("quince").firstOfBoth(c, one, two, both);
                }
                """);
        assertThat(Answers.read(planted)).containsExactly("apple", "pear", "quince");
    }
}

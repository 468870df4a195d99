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

    /** Lists are for databases whose row locks last, so these are not run on SQL Server. */
    private static final Set<String> OF_LISTS =
            Set.of("common: enqueue-plain", "sqlserver: list-mark", "sqlserver: list-undo");

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
        assertThat(byModule().entrySet().stream()
                        .flatMap(module -> Answers.missing(module.getValue(), read.get(module.getKey())).stream()))
                .containsExactlyInAnyOrderElementsOf(ONLY_RUN.keySet());
    }

    private static Map<Path, List<Statements.Named>> byModule() {
        return Statements.files().stream()
                .flatMap(file ->
                        Statements.in(file, Repository.read(Repository.root().resolve(file))).stream())
                .collect(Collectors.groupingBy(statement -> statement.file().getName(0)));
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

    @Test
    void everyWriteWhoseCountIsUsedTellsItWhateverTheSessionHasSet() {
        Map<Path, List<Statements.Named>> statements = byModule();
        Map<Path, Set<String>> used = Repository.librarySources().stream()
                .filter(file -> statements.containsKey(module(file)))
                .collect(Collectors.groupingBy(
                        AnswersTest::module,
                        Collectors.flatMapping(
                                file -> Counts.used(Source.of(file), names(statements.get(module(file)))).stream(),
                                Collectors.toSet())));
        assertThat(used.values().stream().flatMap(Set::stream)).hasSizeGreaterThan(50);
        assertThat(statements.entrySet().stream()
                        .flatMap(module ->
                                Counts.missing(module.getValue(), used.getOrDefault(module.getKey(), Set.of()))
                                        .stream()))
                .containsExactlyInAnyOrderElementsOf(OF_LISTS);
    }

    private static Set<String> names(List<Statements.Named> statements) {
        return statements.stream().map(Statements.Named::name).collect(Collectors.toSet());
    }

    @Test
    void catchesACountThatNobodyMayBeTold() {
        List<Statements.Named> planted = Statements.in(FILE, """
                --- apple
                UPDATE a SET b = 1

                --- pear
                -- As it is.
                ${counted}
                UPDATE a SET b = 1

                --- plum
                UPDATE a SET b = 1 ${output(b)} WHERE c = 2

                --- quince
                SET NOCOUNT ON; UPDATE a SET b = 1; SET NOCOUNT OFF
                """);
        assertThat(Counts.missing(planted, Set.of("apple", "pear", "plum", "quince")))
                .containsExactly("sqlserver: apple", "sqlserver: quince");
        assertThat(Counts.missing(planted, Set.of())).isEmpty();
    }

    @Test
    void findsCountsThatAreUsed() {
        Source planted = Source.of("A.java", """
                class A {
                    boolean a() {
                        sql.get("none").update(c);
                        use(c -> sql.get("nothing").update(c));
                        int some = sql.get("apple").set("b", 1).update(c);
                        return signed("pear", token).update(c) > 0 && act(c -> sql.get("plum").update(c)) == 1;
                    }

                    int b(String statement) {
                        return sql.get(statement).update(c);
                    }

                    void c() {
                        if (b("quince") == 0) {
                            b("cherry");
                        }
                    }
                }
                """);
        Set<String> known = Set.of("apple", "pear", "plum", "quince", "cherry", "none", "nothing");
        assertThat(Counts.used(planted, known)).containsExactlyInAnyOrder("apple", "pear", "plum", "quince");
    }
}

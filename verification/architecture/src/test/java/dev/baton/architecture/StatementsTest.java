package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements stand by subject, each once, and code and files know of each other. */
class StatementsTest {

    private static final Path FILE = Path.of("baton-a/src/main/resources/dev/baton/a/h2/fruit.sql");
    private static final Path COMMON = Path.of("baton-a/src/main/resources/dev/baton/a/common/fruit.sql");

    private static final List<Statements.Named> ALL = Statements.files().stream()
            .flatMap(file ->
                    Statements.in(file, Repository.read(Repository.root().resolve(file))).stream())
            .toList();

    @Test
    void statementsStandBySubject() {
        assertThat(Statements.files()).hasSizeBetween(30, Statements.MOST_FILES);
        assertThat(ALL).hasSizeGreaterThan(200);
    }

    @Test
    void everyStatementIsUsed() {
        Map<Path, List<Statements.Named>> byModule = ALL.stream()
                .collect(Collectors.groupingBy(statement -> statement.file().getName(0)));
        Map<Path, Set<String>> literals = Repository.librarySources().stream()
                .collect(Collectors.groupingBy(
                        file -> Repository.root().relativize(file).getName(0),
                        Collectors.flatMapping(StatementsTest::literals, Collectors.toSet())));
        assertThat(byModule).hasSizeGreaterThan(4);
        byModule.forEach((module, statements) ->
                assertThat(Statements.unused(statements, literals.get(module))).isEmpty());
    }

    private static Stream<String> literals(Path file) {
        return Statements.literals(Source.of(file).unit()).stream();
    }

    @Test
    void catchesAnUnusedStatement() {
        List<Statements.Named> planted = Statements.in(FILE, "--- apple\nSELECT 1\n\n--- pear-a\nSELECT 2\n");
        assertThat(Statements.unused(planted, Set.of("apple", "pear-", "fruit")))
                .isEmpty();
        assertThat(Statements.unused(planted, Set.of("apple", "fruit"))).isEqualTo(List.of(FILE + ": pear-a"));
        assertThat(Statements.unused(planted, Set.of("apple", "pear-a"))).contains(FILE + " is no subject in the code");
    }

    @Test
    void everyNameIsKnown() {
        Set<String> known = names();
        assertThat(Source.libraries().stream().flatMap(source -> Statements.unknown(source, known).stream()))
                .isEmpty();
    }

    private static Set<String> names() {
        return ALL.stream().map(Statements.Named::name).collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql.get(\"lease-raed\").plain()",
                "ready.sql().get(\"lease-raed\").set(\"role\", role)",
                "SQL.get(\"lease-raed\")",
                "sql(\"lease-raed\").first(c)",
                "sql().get(isNew ? \"lease-read\" : \"lease-raed\")",
                "catalog().get(\"lease-raed\")"
            })
    void catchesAnUnknownName(String call) {
        Source planted = Source.of("A.java", "class A {\nObject a = " + call + ";\n}\n");
        assertThat(Statements.unknown(planted, names())).isEqualTo(List.of("A.java: lease-raed"));
    }

    @Test
    void noStatementStandsTwice() {
        assertThat(Statements.twice(ALL)).isEmpty();
    }

    @Test
    void catchesAStatementThatStandsTwice() {
        List<Statements.Named> planted = Stream.concat(
                        Statements.in(FILE, "--- apple\n-- Sweet.\nselect  a\n  FROM b\n").stream(),
                        Statements.in(COMMON, "-- Of fruit.\n\n--- pear\nSELECT a FROM b\n").stream())
                .toList();
        assertThat(Statements.twice(planted)).isEqualTo(List.of(FILE + ": apple and " + COMMON + ": pear"));
    }

    @Test
    void rowsOfAListAreLockedInOrder() {
        assertThat(Statements.lockedInNoOrder(ALL)).isEmpty();
    }

    /** Which rows they find locked, and why no two of them wait in a circle all the same: see "Locks of rows" in ARCHITECTURE.md. */
    private static final Map<String, Set<String>> IN_NO_ORDER = Map.of(
            "a statement before it has locked the rows, in order or passing over others",
            Set.of("common: finish-delete", "common: finish-update"),
            "by the index of the key, which has ids in their order, or by a bitmap of it, as they lie: then the server may undo it or an"
                    + " operator's act on many, and it is done again; a lock of their own first would be written to the log for each",
            Set.of("postgresql: finish-done"),
            "the term of one leader, under its fence, and nobody else holds two of these rows",
            Set.of(
                    "common: prune-workers",
                    "common: prune-figures",
                    "common: compact-delete",
                    "postgresql: prune-workers",
                    "postgresql: prune-figures",
                    "postgresql: compact-take"),
            "the terms of one node, one thread; whoever else writes one of these rows writes no other",
            Set.of("postgresql: executors-act"));

    @Test
    void manyRowsAreWrittenInOrderOrForAReason() {
        List<Statements.Named> contested = ALL.stream()
                .filter(statement -> Set.of("baton-jobs", "baton-submissions")
                        .contains(statement.file().getName(0).toString()))
                .toList();
        assertThat(Statements.writtenInNoOrder(contested))
                .containsExactlyInAnyOrderElementsOf(
                        IN_NO_ORDER.values().stream().flatMap(Set::stream).toList());
    }

    @Test
    void catchesAWriteInNoOrder() {
        List<Statements.Named> planted = Statements.in(FILE, """
                --- apple
                UPDATE ${a}b SET c = 1 WHERE id IN (${each(${id(:id)})})

                --- pear
                WITH asked AS (SELECT a.* FROM unnest(:ids::uuid[]) AS a (id) ORDER BY a.id)
                UPDATE ${a}b b SET c = 1 FROM asked a WHERE b.id = a.id

                --- plum
                DELETE FROM ${a}b WHERE d < :d ORDER BY d LIMIT :at_most

                --- quince
                DELETE FROM ${a}b WHERE d = ANY (ARRAY(SELECT d FROM ${a}b LIMIT :at_most FOR UPDATE SKIP LOCKED))

                --- cherry
                UPDATE ${a}b SET c = 1, holder_id = :holder WHERE id = ${id(:id)}

                --- medlar
                UPDATE ${a}b SET holder_id = :holder WHERE status = 'dead'

                --- date
                SELECT a FROM ${a}b WHERE a IN (${each(:a)}) ORDER BY a FOR UPDATE
                """);
        assertThat(Statements.writtenInNoOrder(planted)).containsExactly("h2: apple", "h2: plum", "h2: medlar");
    }

    @Test
    void catchesALockInNoOrder() {
        List<Statements.Named> planted = Statements.in(FILE, """
                --- apple
                SELECT a FROM b WHERE a IN (${each(:a)}) ORDER BY a ${for_update}

                --- pear
                SELECT a FROM b WHERE a IN (${each(:a)}) -- ORDER BY a
                 ${for_update}

                --- plum
                SELECT a FROM b WHERE a = ANY (:a) FOR UPDATE

                --- quince
                SELECT a FROM b WHERE a = ANY (:a) FOR UPDATE SKIP LOCKED

                --- cherry
                SELECT a FROM b WHERE a = :a FOR UPDATE
                """);
        assertThat(Statements.lockedInNoOrder(planted)).containsExactly(FILE + ": pear", FILE + ": plum");
    }
}

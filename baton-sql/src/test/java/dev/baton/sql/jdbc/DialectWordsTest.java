package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectWordsTest {

    private static String said(String dialect, String text) {
        return DialectWords.of(List.of(dialect)).in(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "h2", "sqlserver"})
    void everyDialectHasTheSameWords(String dialect) {
        assertThat(DialectWords.of(List.of(dialect)).names())
                .hasSizeGreaterThan(20)
                .isEqualTo(DialectWords.of(List.of("postgresql")).names());
    }

    @Test
    void aDialectInheritsTheWordsOfTheFolderBehindItsOwn() {
        assertThat(DialectWords.of(List.of("babelfish", "sqlserver")).in("${now}"))
                .isEqualTo("SYSUTCDATETIME()");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        postgresql | (clock_timestamp() + (:ms) * interval '1 millisecond')
        mariadb    | (UTC_TIMESTAMP(6) + INTERVAL (:ms) * 1000 MICROSECOND)
        h2         | DATEADD('MILLISECOND', :ms, CURRENT_TIMESTAMP(6))
        """, quoteCharacter = '"')
    void aWordMayStandInTheBracketsOfAnother(String dialect, String expected) {
        assertThat(said(dialect, "${later(${now}, :ms)}")).isEqualTo(expected);
    }

    @Test
    void whatABracketLeavesOutIsLeftOut() {
        assertThat(said("h2", "a = ${text(:a, 64)}")).isEqualTo("a = :a");
        assertThat(said("sqlserver", "a = ${text(:a, 64)}")).isEqualTo("a = CAST(:a AS varchar(64))");
    }

    @Test
    void onlyCommasOutsideOfOtherBracketsSeparate() {
        assertThat(said("sqlserver", "${millis(COALESCE(a, b), b)}"))
                .isEqualTo("DATEDIFF_BIG(MILLISECOND, COALESCE(a, b), b)");
        assertThat(said("sqlserver", "${flag(a IN (1, 2) OR b)} AS c"))
                .isEqualTo("CASE WHEN a IN (1, 2) OR b THEN 1 ELSE 0 END AS c");
    }

    @Test
    void eachStandsAsOftenAsAListIsLong() {
        DialectWords words = DialectWords.of(List.of("h2"));
        String text = "a = :b AND id IN (${each(${id(:id)})}) AND c = :c";
        assertThat(words.in(text)).isEqualTo("a = :b AND id IN (CAST(:id AS uuid)) AND c = :c");
        assertThat(words.in(text, 3))
                .isEqualTo("a = :b AND id IN (CAST(:id AS uuid), CAST(:id_2 AS uuid), CAST(:id_3 AS uuid)) AND c = :c");
        assertThat(words.in("VALUES ${each((:a, '0:x', b::text))}", 2))
                .isEqualTo("VALUES (:a, '0:x', b::text), (:a_2, '0:x', b::text)");
    }

    @Test
    void refusesAWordThatTheDialectDoesNotHave() {
        assertThatThrownBy(() -> said("h2", "SELECT ${tomorrow}")).hasMessage("no word 'tomorrow' for h2");
    }

    @Test
    void refusesBracketsThatAreLeftOpen() {
        assertThatThrownBy(() -> said("h2", "SELECT ${later(${now}, :ms}"))
                .hasMessageStartingWith("brackets are left open");
    }

    @Test
    void refusesAWordWithoutItsBrackets() {
        assertThatThrownBy(() -> said("h2", "SELECT ${later}")).hasMessage("'later' of h2 lacks {2} in its brackets");
    }
}

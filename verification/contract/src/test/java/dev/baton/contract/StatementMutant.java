package dev.baton.contract;

import dev.baton.sql.jdbc.SqlCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A statement of the fence, or of the takeover behind it, with one of its words changed.
 *
 * @param statement its text, as the driver gets it
 * @param mutated the same with another word
 * @param livesBecause why nobody can see it; empty for those that have to be found
 */
record StatementMutant(String name, String statement, String mutated, String livesBecause) {

    /** Those of some lists in {@code mutants}, for one database. */
    static List<StatementMutant> of(SqlCatalog sql, List<String> lists) {
        return lists.stream()
                .flatMap(StatementMutant::lines)
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> parse(line, sql))
                .toList();
    }

    private static Stream<String> lines(String list) {
        try (InputStream in = StatementMutant.class.getResourceAsStream("mutants/" + list + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the mutants of " + list, e);
        }
    }

    private static StatementMutant parse(String line, SqlCatalog sql) {
        List<String> parts = Stream.of(line.split("\\|", -1)).map(String::strip).toList();
        String text = sql.get(parts.get(0)).jdbc();
        String word = parts.get(1);
        if (!text.contains(word)) {
            throw new IllegalStateException("'" + word + "' is no longer in " + parts.get(0) + ": mend the list");
        }
        return new StatementMutant(
                parts.get(0) + ": " + word + " -> " + parts.get(2),
                text,
                text.replace(word, parts.get(2)),
                parts.size() > 3 ? parts.get(3) : "");
    }

    @Override
    public String toString() {
        return name;
    }
}

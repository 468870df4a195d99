package dev.baton.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * {@code docs/requirements-map.md}: tables of three columns, whose second one holds our names in a fixed notation.
 *
 * @param line where it stands
 * @param theirs the name in the documents
 * @param names ours, each {@code kind:name}
 * @param reason why they differ
 */
record RequirementsMap(int line, String theirs, List<String> names, String reason) {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    static List<RequirementsMap> parse(String markdown) {
        List<RequirementsMap> rows = new ArrayList<>();
        boolean inTable = false;
        int number = 0;
        for (String line : markdown.lines().toList()) {
            number++;
            List<String> cells = cells(line);
            if (cells.size() < 3) {
                inTable = false;
            } else if (cells.get(1).equals("Ours")) {
                inTable = true;
            } else if (inTable && !cells.get(1).startsWith("---")) {
                rows.add(row(number, cells));
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return line.startsWith("|")
                ? Arrays.stream(line.substring(1).split("(?<!\\\\)\\|", -1))
                        .map(String::strip)
                        .toList()
                : List.of();
    }

    private static RequirementsMap row(int number, List<String> cells) {
        List<String> names = NAME.matcher(cells.get(1))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        return new RequirementsMap(number, cells.get(0), names, cells.get(2));
    }

    @Override
    public String toString() {
        return "line " + line + " (" + theirs + ")";
    }
}

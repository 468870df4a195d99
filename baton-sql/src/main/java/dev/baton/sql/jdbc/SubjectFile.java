package dev.baton.sql.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The named statements of one file: each begins with a heading line {@code --- its-name} and ends before the next one. What
 * stands above the first heading is a comment about the subject.
 */
final class SubjectFile {

    private static final Pattern HEADING = Pattern.compile("--- ([a-z][a-z0-9_-]*)");

    private SubjectFile() {}

    /** The statements by their names, in the file's order. */
    static Map<String, String> parse(String path, String text) {
        Map<String, StringBuilder> statements = new LinkedHashMap<>();
        StringBuilder current = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.startsWith("---")) {
                current = new StringBuilder();
                if (statements.put(name(path, line), current) != null) {
                    throw new IllegalStateException(path + " has two statements under '" + line + "'");
                }
            } else {
                current.append(line).append('\n');
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        statements.forEach((name, lines) -> texts.put(name, lines.toString().strip()));
        return texts;
    }

    private static String name(String path, String line) {
        Matcher heading = HEADING.matcher(line.stripTrailing());
        if (!heading.matches()) {
            throw new IllegalStateException(path + ": '" + line + "' is no heading such as '--- lease-read'");
        }
        return heading.group(1);
    }
}

package dev.baton.sql.migration;

import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.SchemaComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered step of a schema. Its first line says which program is the oldest that may run on the result: steps
 * expand first, so programs of the version before go on working, and a roll-back of the program needs none of the schema.
 *
 * @param version its number within its component
 * @param oldestProgram the lowest version that a program must know to run on the result
 * @param statements its statements, in order
 */
record Migration(String component, int version, String name, int oldestProgram, List<String> statements) {

    private static final Pattern OLDEST = Pattern.compile("\\A-- oldest program: (\\d+)\\s*\\n");

    static Migration load(SchemaComponent component, int version, SqlCatalog sql) {
        String name = component.migrations().get(version - 1);
        String text = sql.file(component.anchor(), "migrations/" + name + ".sql")
                .orElseThrow(() -> new IllegalStateException("no migration " + name + " for " + sql.dialect()));
        Matcher oldest = OLDEST.matcher(text);
        if (!oldest.find()) {
            throw new IllegalStateException("migration " + name + " does not begin with '-- oldest program: N'");
        }
        String body = sql.tables().in(text.substring(oldest.end()));
        return new Migration(component.name(), version, name, Integer.parseInt(oldest.group(1)), split(body));
    }

    /** Statements end with a semicolon at the end of a line, except inside a {@code $$} body. */
    private static List<String> split(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        boolean quoted = false;
        for (String line : script.lines().toList()) {
            boolean comment = current.length() == 0 && (line.isBlank() || line.startsWith("--"));
            if (comment) {
                continue;
            }
            quoted ^= line.contains("$$") && line.indexOf("$$") == line.lastIndexOf("$$");
            current.append(line).append('\n');
            if (!quoted && line.endsWith(";")) {
                statements.add(current.substring(0, current.lastIndexOf(";")));
                current.setLength(0);
            }
        }
        if (!current.toString().isBlank()) {
            statements.add(current.toString());
        }
        return List.copyOf(statements);
    }
}

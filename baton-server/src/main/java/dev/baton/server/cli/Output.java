package dev.baton.server.cli;

import dev.baton.server.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import tools.jackson.databind.JsonNode;

/** Answers for people, or as JSON for programs. */
final class Output {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "Answers in JSON.")
    private boolean json;

    boolean isJson() {
        return json;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** For people alone. */
    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    void line(String text) {
        out().println(text);
        out().flush();
    }

    /** Said beside a table, to people. */
    void note(String text) {
        if (!json) {
            line(text);
        }
    }

    /** An object, member by member. */
    void object(JsonNode object) {
        if (json) {
            line(Json.pretty(object));
            return;
        }
        object.properties()
                .forEach(member ->
                        line(String.format(Locale.ROOT, "%-20s %s", member.getKey(), cell(member.getValue()))));
    }

    /** Items as a table with these columns. */
    void table(JsonNode items, String... columns) {
        if (json) {
            line(Json.pretty(items));
            return;
        }
        List<String[]> rows = new ArrayList<>();
        int[] widths = new int[columns.length];
        rows.add(columns);
        for (JsonNode item : items) {
            String[] row = new String[columns.length];
            for (int i = 0; i < columns.length; i++) {
                row[i] = cell(item.path(columns[i]));
            }
            rows.add(row);
        }
        for (String[] row : rows) {
            for (int i = 0; i < columns.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < columns.length; i++) {
                text.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
            }
            line(text.toString().stripTrailing());
        }
        if (items.isEmpty()) {
            line("(none)");
        }
    }

    private static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        return value.isValueNode() ? value.asString() : value.toString();
    }
}

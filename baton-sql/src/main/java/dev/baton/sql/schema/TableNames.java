package dev.baton.sql.schema;

import java.util.regex.Pattern;

/**
 * Where the tables are: an optional schema and a prefix, {@code baton_} by default. The tables of submissions are called
 * {@code submission_…} then, and any other prefix stands before that: two clusters with different prefixes share none.
 *
 * @param schema the schema that qualifies every table, or empty for the connection's own
 * @param prefix what every table name begins with
 */
public record TableNames(String schema, String prefix) {

    private static final Pattern SCHEMA = Pattern.compile("|[A-Za-z_][A-Za-z0-9_]{0,62}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,29}");

    private static final String DEFAULT_PREFIX = "baton_";

    public static final TableNames DEFAULT = new TableNames("", DEFAULT_PREFIX);

    public TableNames {
        if (!SCHEMA.matcher(schema).matches()) {
            throw new IllegalArgumentException("schema '" + schema + "' is not a plain identifier");
        }
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "table prefix '" + prefix + "' is not a plain identifier of up to 30 characters");
        }
    }

    private String submissions() {
        return prefix.equals(DEFAULT_PREFIX) ? "submission_" : prefix + "submission_";
    }

    /** Fills the placeholders of a statement; both parts were checked, so nothing else can get in. */
    public String in(String sql) {
        String qualifier = schema.isEmpty() ? "" : schema + ".";
        return sql.replace("${baton}", qualifier + prefix)
                .replace("${submission}", qualifier + submissions())
                .replace("${submission_name}", submissions())
                .replace("${baton_name}", prefix)
                .replace("${baton_schema}", schema);
    }
}

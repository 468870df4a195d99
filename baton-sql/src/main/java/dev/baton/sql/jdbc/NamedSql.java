package dev.baton.sql.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement with {@code :named} parameters, turned into JDBC's question marks once. A name may stand in it several
 * times; {@code ::} and what is inside quotes are left alone.
 *
 * @param name what the statement is called
 * @param jdbc its text for the driver
 * @param parameters the names, in the order of the question marks
 * @param typesUnicode whether the driver has to be told which texts are Unicode
 */
public record NamedSql(String name, String jdbc, List<String> parameters, boolean typesUnicode) {

    private static final Pattern TOKEN = Pattern.compile("'[^']*'|--[^\\n]*|::|:([a-z][a-z0-9_]*)");

    static NamedSql parse(String name, String sql, boolean typesUnicode) {
        Matcher matcher = TOKEN.matcher(sql);
        List<String> parameters = new ArrayList<>();
        String jdbc = matcher.replaceAll(match -> {
            if (match.group(1) == null) {
                return Matcher.quoteReplacement(match.group());
            }
            parameters.add(match.group(1));
            return "?";
        });
        return new NamedSql(name, jdbc, List.copyOf(parameters), typesUnicode);
    }

    /** Begins to fill in the parameters. */
    public Command set(String parameter, Object value) {
        return new Command(this).set(parameter, value);
    }

    /** For a statement without parameters. */
    public Command plain() {
        return new Command(this);
    }
}

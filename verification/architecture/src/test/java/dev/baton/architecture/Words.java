package dev.baton.architecture;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** SQL in Java: statements belong into the resources of a dialect. */
final class Words {

    private static final Pattern STATEMENT = Pattern.compile(
            "\\s*(SELECT|INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP"
                    + "|TRUNCATE|GRANT|LISTEN|UNLISTEN|NOTIFY|LOCK|WITH|CALL|EXEC|SET)\\s.*",
            Pattern.DOTALL);
    private static final Pattern ANY_CASE = Pattern.compile(
            ".*\\b(select\\s.+\\sfrom|insert\\s+into|update\\s+\\S+\\s+set|delete\\s+from)\\s.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * LISTEN takes an identifier, which no parameter can carry. The INSERT is printed for a DBA and not executed.
     */
    private static final Set<String> ALLOWED =
            Set.of("Notifications.java: LISTEN ", "SchemaManager.java: INSERT INTO ");

    private Words() {}

    /** The literals of a file that look like a statement, except the allowed ones. */
    static List<String> statements(Source source) {
        List<String> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (literal.getValue() instanceof String text && looksLikeSql(text)) {
                    found.add(source.name() + ": " + text);
                }
                return null;
            }
        }.scan(source.unit(), null);
        found.removeAll(ALLOWED);
        return found;
    }

    private static boolean looksLikeSql(String text) {
        return STATEMENT.matcher(text + " ").matches()
                || ANY_CASE.matcher(text + " ").matches();
    }
}

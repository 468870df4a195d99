package dev.baton.architecture;

import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which statements answer with rows. A driver refuses to read those of one that has none; the other way round nothing is refused,
 * because {@code Command.update} counts an answer as well, whatever the database.
 */
final class Answers {

    private static final Set<String> READS = Set.of("first", "all", "both", "firstOfBoth");

    /** A query; a write that says what it wrote; several statements, one of which is a query that sets no variable. */
    private static final Pattern ANSWERS =
            Pattern.compile("^(select|show|values)\\b|^with .*\\) select\\b|\\breturning\\b"
                    + "|\\boutput (inserted|deleted)\\.|(;|\\$\\{clear_refusal}) select (?!(top \\(1\\) )?@\\w+ =)");

    private Answers() {}

    /** The statements whose rows a file reads in the expression that names them. */
    static Set<String> read(Source source) {
        Set<String> names = new TreeSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect() instanceof MemberSelectTree method
                        && READS.contains(method.getIdentifier().toString())) {
                    names.addAll(Statements.asked(method.getExpression()));
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(source.unit(), null);
        return names;
    }

    /** Those that are read and have nothing to read, each behind its dialect. */
    static List<String> missing(Collection<Statements.Named> statements, Set<String> read) {
        return statements.stream()
                .filter(statement -> read.contains(statement.name())
                        && !ANSWERS.matcher(statement.words()).find())
                .map(statement -> Repository.name(statement.file().getParent()) + ": " + statement.name())
                .toList();
    }
}

package dev.baton.architecture;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Of which writes the code uses how many rows there were. On SQL Server a session may be told to count none ({@code NOCOUNT}), so
 * such a write answers with its rows there, or sets that back.
 */
final class Counts {

    private static final Pattern COUNTED =
            Pattern.compile("\\$\\{(counted}|output(_deleted)?\\()|^set nocount off;|\\boutput (inserted|deleted)\\.");

    /** The folders of SQL Server's words. */
    private static final Set<String> FOLDERS = Set.of("common", "sqlserver", "babelfish");

    private Counts() {}

    /**
     * Those whose count a file uses: named in the expression, or else in its method, or by who calls that in this file.
     *
     * @param known the names of all statements of the module
     */
    static Set<String> used(Source source, Set<String> known) {
        Set<String> names = new TreeSet<>();
        Deque<String> helpers = new ArrayDeque<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect() instanceof MemberSelectTree method
                        && method.getIdentifier().contentEquals("update")
                        && !isAlone(getCurrentPath())) {
                    Set<String> named = named(method.getExpression(), known);
                    names.addAll(named);
                    if (named.isEmpty()) {
                        names.addAll(named(around(getCurrentPath()), known));
                        helpers.add(around(getCurrentPath()).getName().toString());
                    }
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(new TreePath(source.unit()), null);
        names.addAll(given(source, helpers, known));
        return names;
    }

    /** The names that are given to these methods, by whatever calls them. */
    private static Set<String> given(Source source, Deque<String> helpers, Set<String> known) {
        Set<String> names = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        while (!helpers.isEmpty()) {
            String helper = helpers.pop();
            if (seen.add(helper)) {
                new TreePathScanner<Void, Void>() {
                    @Override
                    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                        if (isCallOf(helper, call) && !isAlone(getCurrentPath())) {
                            Set<String> named = new TreeSet<>();
                            call.getArguments().forEach(argument -> named.addAll(named(argument, known)));
                            names.addAll(named);
                            if (named.isEmpty()) {
                                helpers.add(around(getCurrentPath()).getName().toString());
                            }
                        }
                        return super.visitMethodInvocation(call, null);
                    }
                }.scan(new TreePath(source.unit()), null);
            }
        }
        return names;
    }

    private static boolean isCallOf(String helper, MethodInvocationTree call) {
        ExpressionTree method = call.getMethodSelect();
        return method instanceof IdentifierTree name && name.getName().contentEquals(helper);
    }

    private static Set<String> named(Tree tree, Set<String> known) {
        Set<String> named = Statements.literals(tree);
        named.retainAll(known);
        return named;
    }

    private static MethodTree around(TreePath path) {
        TreePath place = path;
        while (!(place.getLeaf() instanceof MethodTree)) {
            place = place.getParentPath();
        }
        return (MethodTree) place.getLeaf();
    }

    /** A statement by itself, or what a call that is one does. */
    private static boolean isAlone(TreePath update) {
        TreePath around = update.getParentPath();
        if (around.getLeaf() instanceof LambdaExpressionTree) {
            around = around.getParentPath().getParentPath();
        }
        return around.getLeaf() instanceof ExpressionStatementTree;
    }

    /** Those of one module that neither answer on SQL Server nor count in any case, each behind its dialect. */
    static List<String> missing(Collection<Statements.Named> statements, Set<String> used) {
        Set<String> own = new HashSet<>();
        statements.stream().filter(s -> folder(s).equals("sqlserver")).forEach(s -> own.add(s.room() + s.name()));
        return statements.stream()
                .filter(s -> used.contains(s.name()) && FOLDERS.contains(folder(s)))
                .filter(s -> !folder(s).equals("common") || !own.contains(s.room() + s.name()))
                .filter(s -> !COUNTED.matcher(s.words()).find())
                .map(s -> folder(s) + ": " + s.name())
                .toList();
    }

    private static String folder(Statements.Named statement) {
        return Repository.name(statement.file().getParent());
    }
}

package dev.baton.architecture;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;

/** Calls that follow the machine's locale: a Turkish I is no i, and digits and commas differ from place to place. */
final class Locales {

    private Locales() {}

    /** The calls of a file that could be told a locale, and are not. */
    static List<String> untold(Source source) {
        List<String> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect() instanceof MemberSelectTree method && followsTheMachine(method, call)) {
                    found.add(source.name() + ": " + call);
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(source.unit(), null);
        return found;
    }

    private static boolean followsTheMachine(MemberSelectTree method, MethodInvocationTree call) {
        List<? extends ExpressionTree> arguments = call.getArguments();
        return switch (method.getIdentifier().toString()) {
            case "toLowerCase", "toUpperCase" -> arguments.isEmpty();
            case "format" -> method.getExpression().toString().equals("String") && !namesALocale(arguments);
            case "printf" -> !namesALocale(arguments);
            case "ofPattern" -> arguments.size() == 1;
            case "formatted" -> true;
            case "contains", "startsWith", "endsWith", "equals", "matches" -> isAMessage(method.getExpression());
            default -> false;
        };
    }

    /** The system and the databases give their reasons in the user's language: no decision hangs on their words. */
    private static boolean isAMessage(ExpressionTree expression) {
        return expression.toString().contains("getMessage()");
    }

    private static boolean namesALocale(List<? extends ExpressionTree> arguments) {
        return arguments.get(0).toString().contains("Locale.");
    }
}

package dev.baton.architecture;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The statements of all modules: one file per subject and dialect, each statement under a heading with its name. */
final class Statements {

    /** More of them, and what belongs together is no longer found together. */
    static final int MOST_FILES = 90;

    private static final Pattern HEADING = Pattern.compile("(?m)^--- (?=\\S+$)");

    /** How code asks for a statement: {@code sql.get("name")}, {@code ready.sql().get("name")}, {@code sql("name")}. */
    private static final Pattern ASKS =
            Pattern.compile("(.*\\.)?((sql|SQL|catalog|words)(\\(\\))?\\.(get|text)|sql)", Pattern.DOTALL);

    private static final Pattern LOCKS =
            Pattern.compile("\\$\\{for_update}|\\bfor (no key )?update\\b(?! of \\w+ skip| skip)|\\bupdlock\\b");
    private static final Pattern LIST =
            Pattern.compile("\\bin \\(|\\bany\\s?\\(|\\bunnest\\s?\\(|\\$\\{(each|listed)\\(");

    private static final Pattern WRITES = Pattern.compile("\\bupdate \\$|\\bdelete (\\$|from\\b)");

    /** A row by what is its own. */
    private static final Pattern ONE_ROW = Pattern.compile(
            " where .*\\b(id|intent_id|lease_name|holder_id|gateway|queue|job_id|job_name|submission_target)"
                    + " = (\\$\\{(id|text|unicode)\\(:|cast\\(:|:|@)");

    private static final Pattern SO_MANY = Pattern.compile("\\blimit :|\\$\\{(top|limit)\\(:");
    private static final Pattern PASSES = Pattern.compile("\\bskip locked\\b|\\breadpast\\b|\\$\\{past_writers}");
    private static final Pattern BY_ID = Pattern.compile("\\border by (\\w+\\.)?(id|intent_id)\\b");

    private Statements() {}

    /**
     * A statement.
     *
     * @param file where it stands, from the project's root
     * @param text its words, without the heading
     */
    record Named(Path file, String name, String text) {

        /** The folder around those of the dialects. */
        Path room() {
            return file.getParent().getParent();
        }

        /** What a reader would take for the same: comments and white space do not count, nor upper case. */
        String words() {
            return text.replaceAll("--[^\\n]*", "")
                    .replaceAll("\\s+", " ")
                    .strip()
                    .toLowerCase(Locale.ROOT);
        }
    }

    /** The files with statements: not the migrations, and not the scripts for other tools. */
    static List<Path> files() {
        return Repository.published().stream()
                .flatMap(module -> Repository.files(module.resolve("src/main/resources/dev"), ".sql").stream())
                .map(Repository.root()::relativize)
                .filter(file -> !file.getParent().endsWith("migrations"))
                .toList();
    }

    static List<Named> in(Path file, String text) {
        List<Named> found = new ArrayList<>();
        for (String part : HEADING.split("\n" + text)) {
            int end = part.indexOf('\n');
            if (end > 0) {
                found.add(new Named(file, part.substring(0, end).strip(), part.substring(end)));
            }
        }
        return found;
    }

    /** The statements and the files that no text in the code of their module names. */
    static List<String> unused(Collection<Named> statements, Set<String> literals) {
        List<String> unused = new ArrayList<>();
        for (Named statement : statements) {
            if (literals.stream().noneMatch(literal -> names(literal, statement.name()))) {
                unused.add(statement.file() + ": " + statement.name());
            }
            String subject = Repository.name(statement.file()).replace(".sql", "");
            if (!literals.contains(subject)) {
                unused.add(statement.file() + " is no subject in the code");
            }
        }
        return unused;
    }

    /** A text that ends with a hyphen is the beginning of several names. */
    private static boolean names(String literal, String name) {
        return literal.equals(name) || (literal.endsWith("-") && name.startsWith(literal));
    }

    /** What a file asks for by a name that no statement has. */
    static List<String> unknown(Source source, Set<String> known) {
        return asked(source.unit()).stream()
                .filter(literal -> known.stream().noneMatch(name -> names(literal, name)))
                .map(literal -> source.name() + ": " + literal)
                .toList();
    }

    /** The names by which a part of a file asks for statements. */
    static List<String> asked(Tree tree) {
        List<String> asked = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                List<? extends ExpressionTree> arguments = call.getArguments();
                if (!arguments.isEmpty()
                        && ASKS.matcher(call.getMethodSelect().toString()).matches()) {
                    asked.addAll(literals(arguments.get(0)));
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(tree, null);
        return asked;
    }

    /** All texts in a part of a file. */
    static Set<String> literals(Tree tree) {
        Set<String> found = new TreeSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (literal.getValue() instanceof String text) {
                    found.add(text);
                }
                return null;
            }
        }.scan(tree, null);
        return found;
    }

    /** Pairs of one module that say the same: what is the same on two databases belongs into {@code common}. */
    static List<String> twice(Collection<Named> statements) {
        Map<String, Named> first = new HashMap<>();
        List<String> twice = new ArrayList<>();
        for (Named statement : statements) {
            Named before = first.putIfAbsent(statement.room() + " " + statement.words(), statement);
            if (before != null) {
                twice.add(before.file() + ": " + before.name() + " and " + statement.file() + ": " + statement.name());
            }
        }
        return twice;
    }

    /**
     * Writes of many rows that neither pass over what others have locked nor go by ids, each behind its dialect. Whoever writes one
     * row at a time is in nobody's way for longer than that.
     */
    static List<String> writtenInNoOrder(Collection<Named> statements) {
        return statements.stream()
                .filter(statement -> WRITES.matcher(statement.words()).find())
                .filter(statement -> SO_MANY.matcher(statement.words()).find()
                        || !ONE_ROW.matcher(statement.words()).find())
                .filter(statement -> !PASSES.matcher(statement.words()).find()
                        && !BY_ID.matcher(statement.words()).find())
                .map(statement -> Repository.name(statement.file().getParent()) + ": " + statement.name())
                .toList();
    }

    /**
     * Those that lock the rows of a list and wait for each, in no order: two of them would wait for one another. Whoever passes over what
     * is locked waits for nobody.
     */
    static List<String> lockedInNoOrder(Collection<Named> statements) {
        return statements.stream()
                .filter(statement -> LOCKS.matcher(statement.words()).find()
                        && LIST.matcher(statement.words()).find()
                        && !statement.words().contains("order by"))
                .map(statement -> statement.file() + ": " + statement.name())
                .toList();
    }
}

package dev.baton.architecture;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * How long things are.
 *
 * @param what a file, or a method of a file
 * @param lines from its first line to its last, comments before it not counted
 */
record Sizes(String what, long lines) {

    static final int LONGEST_FILE = 400;
    static final int LONGEST_METHOD = 70;

    /** Most files and methods should be below these; the others are listed, not refused. */
    static final int USUAL_FILE = 150;

    static final int USUAL_METHOD = 15;

    static List<Sizes> over(List<Source> sources, int file, int method) {
        List<Sizes> found = new ArrayList<>();
        for (Source source : sources) {
            if (source.lines() > file) {
                found.add(new Sizes(source.name(), source.lines()));
            }
            methods(source).stream().filter(size -> size.lines > method).forEach(found::add);
        }
        return found;
    }

    private static List<Sizes> methods(Source source) {
        List<Sizes> found = new ArrayList<>();
        var positions = source.trees().getSourcePositions();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (method.getBody() != null) {
                    long first = source.lineOf(positions.getStartPosition(source.unit(), method));
                    long last = source.lineOf(positions.getEndPosition(source.unit(), method));
                    found.add(new Sizes(source.name() + " " + method.getName(), last - first + 1));
                }
                return super.visitMethod(method, null);
            }
        }.scan(source.unit(), null);
        return found;
    }

    @Override
    public String toString() {
        return what + ": " + lines + " lines";
    }
}

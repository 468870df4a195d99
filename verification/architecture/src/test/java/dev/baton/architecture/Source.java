package dev.baton.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One Java file, parsed but not compiled: for rules on what class files do not show (literals, lengths, comments).
 *
 * @param name the file's name
 * @param text its text
 * @param unit its tree
 * @param trees positions and comments in the tree
 */
record Source(String name, String text, CompilationUnitTree unit, DocTrees trees) {

    static Source of(Path file) {
        return of(Repository.name(file), Repository.read(file));
    }

    static Source of(String name, String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject input = new SimpleJavaFileObject(URI.create("memory:///" + name), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        try {
            JavacTask task =
                    (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, List.of(input));
            CompilationUnitTree unit = task.parse().iterator().next();
            return new Source(name, text, unit, DocTrees.instance(task));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The libraries, parsed. */
    static List<Source> libraries() {
        return Repository.librarySources().stream().map(Source::of).toList();
    }

    long lines() {
        return text.lines().count();
    }

    long lineOf(long position) {
        return unit.getLineMap().getLineNumber(position);
    }
}

package dev.baton.testkit.process;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A program as a user writes it: compiled from its sources, run in a process of its own, on the module path or the class path. */
public final class JavaProgram {

    private static final long PATIENCE_MINUTES = 5;

    private final String option;
    private final String jars;
    private final Path classes;

    private JavaProgram(String option, List<Path> jars, Path classes) {
        this.option = option;
        this.jars = path(jars);
        this.classes = classes;
    }

    /**
     * On the module path: the sources have a descriptor.
     *
     * @param classes the folder to compile to
     */
    public static JavaProgram onModulePath(List<Path> jars, Path classes) {
        return new JavaProgram("--module-path", jars, classes);
    }

    /**
     * On the class path: a descriptor among the sources is left alone.
     *
     * @param classes the folder to compile to
     */
    public static JavaProgram onClassPath(List<Path> jars, Path classes) {
        return new JavaProgram("--class-path", jars, classes);
    }

    /** Compiles all sources below a folder; empty if it succeeds, else what the compiler says. */
    public String compile(Path sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.walk(sources)) {
            List<Path> units = all.filter(this::belongs).toList();
            List<String> options = List.of("--release", "17", "-proc:none", option, jars, "-d", classes.toString());
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                    .call();
            return compiled ? "" : said.append(" (not compiled)").toString();
        }
    }

    private boolean belongs(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && (isModular() || !name.equals("module-info.java"));
    }

    private boolean isModular() {
        return option.equals("--module-path");
    }

    /**
     * Runs a class of it to its end.
     *
     * @param module the program's module; not looked at on the class path
     * @return what it said, line by line
     * @throws IllegalStateException if it failed, with all that it said
     */
    public List<String> run(String module, String main) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(option, jars + File.pathSeparator + classes));
        command.addAll(isModular() ? List.of("--module", module + "/" + main) : List.of(main));
        Path said = Files.createTempFile("program", ".txt");
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            boolean ended = program.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            List<String> lines = Files.readAllLines(said);
            if (!ended || program.exitValue() != 0) {
                throw new IllegalStateException(
                        main + (ended ? " failed:\n" : " did not end:\n") + String.join("\n", lines));
            }
            return lines;
        } finally {
            program.destroyForcibly();
            Files.deleteIfExists(said);
        }
    }

    private static String path(List<Path> jars) {
        return jars.stream()
                .map(jar -> jar.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}

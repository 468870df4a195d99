package dev.baton.bench.process;

import dev.baton.testkit.process.ProcessSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Another Java process that tells on its standard output what happens to it, one {@link Line} each. All processes of a
 * machine share the clock behind {@link System#nanoTime()}.
 */
public final class Child implements AutoCloseable {

    /**
     * What a child said.
     *
     * @param word what happened
     * @param at when, by {@link System#nanoTime()}
     * @param number what else belongs to it: an epoch, or a truth value
     */
    public record Line(String word, long at, long number) {
        static Line parse(String text) {
            String[] parts = text.split(" ");
            return new Line(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }

        /** Says it; called in the child. */
        static void say(String word, long at, long number) {
            System.out.println("@" + word + " " + at + " " + number);
        }
    }

    private final Process process;
    private final PrintStream input;
    private final List<Line> lines = new ArrayList<>();

    private Child(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a main class of the benchmarks; every child gets the same options. */
    public static Child start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                if (text.startsWith("@")) {
                    heard(Line.parse(text.substring(1)));
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
    }

    private synchronized void heard(Line line) {
        lines.add(line);
        notifyAll();
    }

    /** The first line with this word, as soon as there is one. */
    public Line await(String word, Duration atMost) throws InterruptedException {
        return await(word, atMost, line -> true);
    }

    public synchronized Line await(String word, Duration atMost, Predicate<Line> which) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            for (Line line : lines) {
                if (line.word().equals(word) && which.test(line)) {
                    return line;
                }
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IllegalStateException("no " + word + " within " + atMost.toSeconds() + " s, only " + lines);
            }
            wait(left);
        }
    }

    /** Everything that it has said. */
    public synchronized List<Line> heard() {
        return List.copyOf(lines);
    }

    /** The latest line with this word. */
    public synchronized Line last(String word) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).word().equals(word)) {
                return lines.get(i);
            }
        }
        throw new IllegalStateException("no " + word + ", only " + lines);
    }

    public void tell(String command) {
        input.println(command);
    }

    /** Ends its input, upon which it leaves. */
    public void leave() {
        input.close();
    }

    public void signal(ProcessSignal signal) throws IOException, InterruptedException {
        signal.send(process);
    }

    /** Kill -9. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

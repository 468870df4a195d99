package dev.baton.testkit.process;

import dev.baton.Strategy;
import dev.baton.testkit.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A {@link NodeMain} in a JVM of its own, and what it has told so far. */
public final class NodeProcess implements AutoCloseable {

    private final Process process;
    private final Map<Long, OpenGate> gates = new ConcurrentHashMap<>();
    private final List<String> writes = new CopyOnWriteArrayList<>();
    private volatile String holderId = "";

    /**
     * When a gate was certainly open, as readings of {@link System#nanoTime()}.
     *
     * @param from the first moment at which it had been seen open
     * @param to the last moment after which it was still seen open
     */
    public record OpenGate(long from, long to) {

        OpenGate until(long later) {
            return new OpenGate(from, Math.max(to, later));
        }

        public boolean overlaps(OpenGate other) {
            return from < other.to && other.from < to;
        }
    }

    private NodeProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::listen, "node-output");
        reader.setDaemon(true);
        reader.start();
    }

    public static NodeProcess start(TestDatabase database, String node, String role, String table, Strategy strategy)
            throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new NodeProcess(new ProcessBuilder(
                        java,
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        NodeMain.class.getName(),
                        database.url(),
                        node,
                        role,
                        table,
                        NodeMain.text(strategy))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(line.split(" "));
            }
        } catch (IOException e) {
            // The process is gone, and what it said last with it.
        }
    }

    private void heard(String[] word) {
        switch (word[0]) {
            case "S" -> holderId = word[1];
            case "G" -> {
                OpenGate open = new OpenGate(Long.parseLong(word[3]), Long.parseLong(word[2]));
                gates.merge(Long.parseLong(word[1]), open, (old, now) -> old.until(now.to));
            }
            case "W", "R", "X" -> writes.add(String.join(" ", word));
            default -> {
                // A line of the log.
            }
        }
    }

    /** Empty until it stands for its role. */
    public String holderId() {
        return holderId;
    }

    /** When its gates were open, by epoch. */
    public Map<Long, OpenGate> gates() {
        return Map.copyOf(gates);
    }

    /** The results of its writes, in order: {@code W epoch}, {@code R epoch refusal}, {@code X epoch sqlstate}. */
    public List<String> writes() {
        return List.copyOf(writes);
    }

    /** kill -9. */
    public void kill() {
        process.destroyForcibly();
    }

    /** SIGSTOP: the process stands still and does not know it. */
    public void pause() throws IOException, InterruptedException {
        ProcessSignal.STOP.send(process);
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        ProcessSignal.CONTINUE.send(process);
    }

    @Override
    public void close() {
        kill();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that says {@code "port":N} on its standard output when it is ready. */
final class NodeProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("\"port\":\"?(\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final long startedAt = System.nanoTime();
    private int port;
    private long readyAt;

    private NodeProcess(List<String> command) throws IOException {
        this.out = Files.createTempFile("bench-node", ".out");
        this.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }

    /** Starts it, and waits until it is ready. */
    static NodeProcess start(List<String> command) throws IOException, InterruptedException {
        NodeProcess node = new NodeProcess(command);
        node.awaitReady();
        return node;
    }

    /** A JVM with these options. */
    static List<String> java(List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(arguments));
        return command;
    }

    private void awaitReady() throws IOException, InterruptedException {
        while (System.nanoTime() - startedAt < PATIENCE.toNanos()) {
            Matcher matcher = PORT.matcher(Files.readString(out));
            if (matcher.find()) {
                readyAt = System.nanoTime();
                port = Integer.parseInt(matcher.group(1));
                return;
            }
            if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        throw new IllegalStateException("it is not ready: " + Files.readString(out));
    }

    long readyNanos() {
        return readyAt - startedAt;
    }

    int port() {
        return port;
    }

    /** Resident memory in MiB. */
    double residentMiB() throws IOException {
        return status("VmRSS:") / 1024;
    }

    int threads() throws IOException {
        return (int) status("Threads:");
    }

    private double status(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith(name)) {
                return Double.parseDouble(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IllegalStateException("the system does not say");
    }

    /** Processor time so far, in seconds. */
    double processorSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** Ends in order. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(out);
    }
}

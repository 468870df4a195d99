package dev.baton.server.process;

import dev.baton.server.http.Json;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The executable jar, run as people run it. */
final class BatonProcess implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final Process process;
    private final Path out;
    private final Path err;
    private int port;

    private BatonProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static BatonProcess start(String... arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    static BatonProcess start(Map<String, String> environment, String... arguments) throws IOException {
        return java(environment, List.of("-jar", System.getProperty("baton.jar")), arguments);
    }

    /** A program of these tests that has a node in it, and that is ready. */
    static BatonProcess program(Class<?> main, String... arguments) throws IOException, InterruptedException {
        String classes = System.getProperty("java.class.path");
        BatonProcess program = java(Map.of(), List.of("-cp", classes, main.getName()), arguments);
        program.awaitReady();
        return program;
    }

    private static BatonProcess java(Map<String, String> environment, List<String> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m"));
        command.addAll(program);
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("baton", ".out");
        Path err = Files.createTempFile("baton", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new BatonProcess(builder.start(), out, err);
    }

    /** A node that is ready. */
    static BatonProcess serve(String... arguments) throws IOException, InterruptedException {
        return serve(Map.of(), arguments);
    }

    static BatonProcess serve(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("serve"));
        all.addAll(List.of(arguments));
        BatonProcess node = start(environment, all.toArray(String[]::new));
        node.awaitReady();
        return node;
    }

    /** A command that must end with this code. */
    static BatonProcess run(int code, String... arguments) throws IOException, InterruptedException {
        return run(code, Map.of(), arguments);
    }

    static BatonProcess run(int code, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        BatonProcess command = start(environment, arguments);
        int ended = command.awaitEnd();
        if (ended != code) {
            throw new AssertionError("exit " + ended + " instead of " + code + ": " + command.out() + command.err());
        }
        return command;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TestPatience.LONGEST_WAIT.toNanos();
        while (System.nanoTime() < deadline) {
            for (String line : out().split("\n")) {
                if (line.contains("\"event\":\"server_ready\"")) {
                    port = Json.parse(line.getBytes(StandardCharsets.UTF_8))
                            .path("port")
                            .asInt();
                    return;
                }
            }
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it has ended: " + out() + err());
            }
        }
        throw new AssertionError("not ready: " + out() + err());
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end");
        }
        return process.exitValue();
    }

    /** SIGTERM; answers with the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return awaitEnd();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(request(path).build(), BodyHandlers.ofString());
    }

    JsonNode json(String path) throws IOException, InterruptedException {
        return Json.parse(get(path).body().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * @param headers names and values in turn
     */
    HttpResponse<String> post(String path, String json, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.POST(BodyPublishers.ofString(json)).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
    }
}

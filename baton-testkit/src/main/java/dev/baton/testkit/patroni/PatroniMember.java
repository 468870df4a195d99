package dev.baton.testkit.patroni;

import dev.baton.testkit.process.ProcessSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One member of a {@link PatroniCluster}: a PostgreSQL, and the Patroni that starts, promotes and demotes it. */
public final class PatroniMember {

    private static final int LAST_LINES = 40;
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String name;
    private final Path folder;
    private final Path program;
    private final int port;
    private final int control;
    private Process patroni;

    PatroniMember(String name, Path folder, Path program, int port, int control) {
        this.name = name;
        this.folder = folder;
        this.program = program;
        this.port = port;
        this.control = control;
    }

    public String name() {
        return name;
    }

    /** Where its PostgreSQL listens. */
    public int port() {
        return port;
    }

    int control() {
        return control;
    }

    /** Starts it, or starts it again: it finds out by itself what it has to be. */
    public void start() {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
        }
        command.addAll(List.of(program.toString(), folder.resolve(name + ".yml").toString()));
        try {
            patroni = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(name + ".log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + program, e);
        }
    }

    /** Ends Patroni and every process of its PostgreSQL at once, as the death of their machine would. */
    public void kill() {
        patroni.destroyForcibly();
        postgres().toList().forEach(ProcessHandle::destroyForcibly);
        patroni.onExit().join();
    }

    /** Has all of them stand still: connections are accepted by the kernel, and nobody says a word. */
    public void pause() {
        ProcessSignal.STOP.send(Stream.concat(Stream.of(patroni.toHandle()), postgres()));
    }

    public void resume() {
        ProcessSignal.CONTINUE.send(Stream.concat(Stream.of(patroni.toHandle()), postgres()));
    }

    /** Stops, on a primary, what sends its log to the others: what it commits from now on, it alone has. */
    public void stopSending() {
        ProcessSignal.STOP.send(postgres().filter(process -> describe(process).contains("walsender")));
    }

    private static String describe(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return ""; // it has ended meanwhile
        }
    }

    /** The server and its children; none while it does not run. */
    private Stream<ProcessHandle> postgres() {
        try {
            String pid = Files.readAllLines(folder.resolve(name).resolve("postmaster.pid"))
                    .get(0)
                    .strip();
            return ProcessHandle.of(Long.parseLong(pid))
                    .map(server -> Stream.concat(Stream.of(server), server.descendants()))
                    .orElse(Stream.empty());
        } catch (IOException | IndexOutOfBoundsException e) {
            return Stream.empty();
        }
    }

    /** Whether it says that it leads; one that does not answer does not. */
    boolean isPrimary() {
        return status("GET", "/primary", "") == 200;
    }

    /** Whether it follows the primary and has caught up. */
    boolean isReplica() {
        return status("GET", "/replica", "") == 200;
    }

    /** Whether it has every commit that is acknowledged. */
    boolean isSynchronous() {
        return status("GET", "/sync", "") == 200;
    }

    /** What it says of itself, and the last lines of its logs. */
    String describe() {
        return "%n== %s: primary %d, replica %d, sync %d%n%s"
                .formatted(
                        name,
                        status("GET", "/primary", ""),
                        status("GET", "/replica", ""),
                        status("GET", "/sync", ""),
                        lastLines(folder.resolve(name + ".log")));
    }

    private static String lastLines(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join(
                    System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    /** What its Patroni answers; 0 for nothing. */
    int status(String method, String path, String body) {
        return status(method, path, body, ANSWER);
    }

    int status(String method, String path, String body, Duration patience) {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + control + path))
                                    .timeout(patience)
                                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}

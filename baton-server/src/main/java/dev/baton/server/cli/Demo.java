package dev.baton.server.cli;

import dev.baton.server.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Nodes as processes of their own, some work for them, and a kill every now and then, told in plain words. */
final class Demo implements AutoCloseable {

    /** The class that a node's process begins with, by name: it stands on the commands, so they cannot stand on it. */
    static final String MAIN = "dev.baton.server.Main";

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);
    private static final String EXECUTOR = "submission-manager-executor";
    private static final long BACK_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String CONFIG = """
        [jobs]
        default_interval = "15s"
        poll_interval = "5s"

        [jobs.defined.every-minute]
        cron = "* * * * *"
        payload = '{"delayMillis": 2000}'

        [gateways.text]
        type = "fake"
        error_rate = 0.2
        delay = "300ms"

        [gateways.picky]
        type = "fake"
        outcome = "rejected:provider_failure"
        delay = "200ms"

        [targets."welcome-text"]
        gateway = "text"
        policy = "deadline"
        max_acceptance = "2m"
        retry_delay = "2s"

        [targets."hopeless"]
        gateway = "picky"
        policy = "max_attempts"
        max_attempts = 3
        retry_delay = "2s"
        """;

    private final Path data;
    private final List<Integer> ports;
    private final Consumer<String> say;
    private final long killEveryNanos;
    private final long begin = System.nanoTime();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final Map<Integer, Process> nodes = new TreeMap<>();
    private final Map<Integer, Long> fallen = new TreeMap<>();
    private final Map<String, String> leaders = new TreeMap<>();
    private long killAt;
    private int sent;

    /** @param ports one for each node */
    Demo(Path data, List<Integer> ports, int killEvery, Consumer<String> say) {
        this.data = data;
        this.ports = List.copyOf(ports);
        this.say = say;
        this.killEveryNanos = TimeUnit.SECONDS.toNanos(killEvery);
        this.killAt = begin + killEveryNanos;
    }

    void start() throws IOException {
        Files.writeString(data.resolve("demo.toml"), CONFIG);
        for (int i = 1; i <= ports.size(); i++) {
            launch(i);
        }
        tell("starting " + ports.size() + " nodes; each will have the dashboard: "
                + ports.stream().map(port -> "http://127.0.0.1:" + port + "/").collect(Collectors.joining(", "))
                + "; Ctrl-C ends the demo");
    }

    boolean isOver(long seconds) {
        return seconds > 0 && System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(seconds);
    }

    private static String name(int number) {
        return "demo-" + number;
    }

    private int port(int number) {
        return ports.get(number - 1);
    }

    private void launch(int number) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xss512k",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN));
        command.addAll(List.of(
                "serve",
                "--config",
                data.resolve("demo.toml").toString(),
                "--data",
                data.toString(),
                "--node",
                name(number),
                "--port",
                Integer.toString(port(number))));
        nodes.put(
                number,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                data.resolve(name(number) + ".log").toFile()))
                        .start());
    }

    /** One look around, some work, perhaps a kill. */
    void round() throws IOException, InterruptedException {
        bringBack();
        watch();
        if (!leaders.isEmpty()) {
            submit();
        }
        if (System.nanoTime() > killAt && leaders.containsKey(EXECUTOR)) {
            kill();
        }
    }

    private void bringBack() throws IOException {
        for (Map.Entry<Integer, Long> one : List.copyOf(fallen.entrySet())) {
            if (System.nanoTime() > one.getValue()) {
                fallen.remove(one.getKey());
                launch(one.getKey());
                tell(name(one.getKey()) + " comes back");
            }
        }
        nodes.forEach((number, process) -> {
            if (!process.isAlive() && !fallen.containsKey(number)) {
                tell(name(number) + " has ended by itself: see " + data.resolve(name(number) + ".log"));
                fallen.put(number, System.nanoTime() + BACK_AFTER_NANOS);
            }
        });
    }

    private void watch() throws InterruptedException {
        for (JsonNode leader : ask("GET", "/v1/leaders", "").path("items")) {
            String role = leader.path("role").asString();
            String now = leader.path("nodeId").asString() + " (epoch "
                    + leader.path("leaseEpoch").asString() + ")";
            if (!leader.path("released").asBoolean() && !now.equals(leaders.put(role, now))) {
                tell(now + " leads " + role);
            }
        }
    }

    private void submit() throws InterruptedException {
        String target = ThreadLocalRandom.current().nextInt(10) == 0 ? "hopeless" : "welcome-text";
        String id = "demo-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        ask(
                "POST",
                "/v1/intents",
                Json.text(Map.of("intentId", id, "submissionTarget", target, "payload", Map.of("n", ++sent))));
        if (sent % 20 == 0) {
            ask("POST", "/v1/jobs", "{\"job\": \"sample\", \"payload\": {\"delayMillis\": 3000}}");
            tell(sent + " intents sent so far");
        }
    }

    private void kill() {
        killAt = System.nanoTime() + killEveryNanos;
        String leader = leaders.get(EXECUTOR);
        nodes.forEach((number, process) -> {
            if (leader.startsWith(name(number) + " ") && process.isAlive()) {
                tell("killing " + name(number) + ", which leads " + EXECUTOR);
                process.destroyForcibly();
                fallen.put(number, System.nanoTime() + BACK_AFTER_NANOS);
            }
        });
    }

    /** Asks whichever node answers. */
    private JsonNode ask(String method, String path, String body) throws InterruptedException {
        for (Map.Entry<Integer, Process> node : nodes.entrySet()) {
            if (!node.getValue().isAlive()) {
                continue;
            }
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(node.getKey()) + path))
                    .timeout(Duration.ofSeconds(5))
                    .header("Content-Type", "application/json")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            try {
                return Json.parse(
                        client.send(request, BodyHandlers.ofByteArray()).body());
            } catch (IOException e) {
                LOG.debug("{} is starting, or was just killed", name(node.getKey()), e);
            }
        }
        return Json.object();
    }

    private void tell(String what) {
        say.accept(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + what);
    }

    @Override
    public void close() {
        tell("ending");
        nodes.values().forEach(Process::destroy);
        nodes.values()
                .forEach(process -> process.onExit()
                        .orTimeout(40, TimeUnit.SECONDS)
                        .exceptionally(late -> {
                            process.destroyForcibly();
                            return process;
                        })
                        .join());
    }
}

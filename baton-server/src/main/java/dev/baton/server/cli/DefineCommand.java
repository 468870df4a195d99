package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.cli.remote.NodeClient;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;

/** {@code baton jobs define} */
@Command(
        name = "define",
        description = {
            "Makes a recurring job, or changes one with --replace. It stays until it is removed.",
            "What it runs is a handler that the configuration names."
        })
final class DefineCommand implements Callable<Integer> {

    @Mixin
    private NodeClient remote;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "NAME", description = "The job's name")
    private String job;

    @Option(names = "--handler", description = "What it runs; the handler of its own name by default")
    private String handler;

    @Option(names = "--interval", description = "Every so often, like 10m or 30s, from start to start")
    private String interval;

    @Option(names = "--delay", description = "The same, from the end of a run to the next start")
    private String delay;

    @Option(names = "--cron", description = "By the calendar")
    private String cron;

    @Option(names = "--timezone", description = "Of the calendar; UTC by default")
    private String timezone;

    @Option(names = "--catch-up", paramLabel = "N", description = "How many missed ticks are made up for; 1 by default")
    private Integer catchUp;

    @Option(names = "--payload", paramLabel = "JSON", description = "What each run gets")
    private String payload;

    @Option(names = "--queue", description = "Where its runs wait")
    private String queue;

    @Option(names = "--priority", description = "Higher goes first")
    private Integer priority;

    @Option(names = "--timeout", description = "After how long a run is ended")
    private String timeout;

    @Option(names = "--retries", paramLabel = "N", description = "How often a failed tick is tried again")
    private Integer retries;

    @Option(names = "--replace", description = "Change all of the one that is there")
    private boolean replace;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("job", job);
        body.put("handler", handler);
        body.put("interval", interval);
        body.put("delay", delay);
        body.put("cron", cron);
        body.put("timezone", timezone);
        body.put("catchUp", catchUp);
        body.put("payload", payload(payload));
        body.put("queue", queue);
        body.put("priority", priority);
        body.put("timeout", timeout);
        body.put("retries", retries);
        body.put("replace", replace);
        body.values().removeIf(Objects::isNull);
        output.object(remote.post("/v1/recurring", body));
        return 0;
    }

    /** What was given as {@code --payload}; null if nothing was. */
    static Object payload(String json) {
        try {
            return json == null ? null : Json.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new CommandException("--payload is no JSON: " + e.getOriginalMessage());
        }
    }
}

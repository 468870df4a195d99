package dev.baton.server.cli;

import dev.baton.server.cli.remote.NodeClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton jobs bulk} */
@Command(
        name = "bulk",
        description = {
            "Does the same to all jobs that match: retry, cancel, redrive or discard.",
            "Says how many there are, and does it with --yes. Recurring jobs are left alone."
        })
final class BulkCommand implements Callable<Integer> {

    @Mixin
    private NodeClient remote;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "ACTION", description = "retry, cancel, redrive or discard")
    private String action;

    @Option(names = "--status", description = "Only those: scheduled, running, cancelled or dead")
    private String status;

    @Option(names = "--job", description = "Only jobs of this name")
    private String job;

    @Option(names = "--queue", description = "Only jobs of this queue")
    private String queue;

    @Option(names = "--yes", description = "Do it")
    private boolean yes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode answer = ask(null);
        long matching = answer.path("matching").asLong();
        if (!yes) {
            output.line(matching + " jobs match: add --yes to " + action + " them");
            return 0;
        }
        long done = 0;
        for (long left = matching;
                left > 0 && done < matching;
                left = answer.path("left").asLong()) {
            answer = ask(left);
            done += answer.path("done").asLong();
            if (answer.path("done").asLong() == 0) {
                break; // others were faster with all of them
            }
        }
        output.line(done + " of " + matching + " jobs: " + action + " done");
        return 0;
    }

    private JsonNode ask(Long expected) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", action);
        body.put("status", status);
        body.put("job", job);
        body.put("queue", queue);
        body.put("expected", expected);
        body.values().removeIf(Objects::isNull);
        return remote.post("/v1/jobs:bulk", body);
    }
}

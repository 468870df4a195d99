package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.cli.remote.ListQuery;
import dev.baton.server.cli.remote.NodeClient;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.util.RawValue;

/** {@code baton intents} */
@Command(
        name = "intents",
        description = "Submits intents, looks at them, cancels them.",
        synopsisSubcommandLabel = "COMMAND")
final class IntentsCommand {

    @Command(name = "list", description = "Lists intents, newest first.")
    int list(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Option(names = "--status", description = "pending, accepted, rejected, exhausted or cancelled")
                    String status,
            @Option(names = "--target", description = "Only intents of this target") String target,
            @Option(
                            names = "--from",
                            paramLabel = "INSTANT",
                            description = "Handed in then or later, 2026-02-02T12:00:00Z")
                    String from,
            @Option(names = "--to", paramLabel = "INSTANT", description = "Handed in before then") String to,
            @Option(names = "--limit", defaultValue = "100", description = "How many at most") int limit)
            throws IOException, InterruptedException {
        ListQuery query = ListQuery.limit(limit)
                .with("status", status)
                .with("target", target)
                .with("from", from)
                .with("to", to);
        output.table(
                remote.get("/v1/intents" + query).path("items"),
                "intentId",
                "submissionTarget",
                "status",
                "attemptCount",
                "createdAt",
                "completedAt");
        return 0;
    }

    @Command(name = "show", description = "Shows an intent and its attempts.")
    int show(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        output.object(remote.get("/v1/intents/" + NodeClient.encoded(id) + "/history"));
        return 0;
    }

    @Command(name = "by-day", description = "Shows attempts of intents that are no longer kept, summed up by day.")
    int byDay(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Option(names = "--target", description = "Only of this target") String target,
            @Option(names = "--limit", defaultValue = "100", description = "How many at most") int limit)
            throws IOException, InterruptedException {
        output.table(
                remote.get("/v1/attempts/by-day" + ListQuery.limit(limit).with("target", target))
                        .path("items"),
                "day",
                "submissionTarget",
                "outcomeStatus",
                "attempts",
                "totalMillis",
                "longestMillis");
        return 0;
    }

    @Command(name = "submit", description = "Submits an intent.")
    int submit(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Parameters(paramLabel = "ID", index = "0") String id,
            @Parameters(paramLabel = "TARGET", index = "1") String target,
            @Option(names = "--payload", paramLabel = "JSON", description = "Its payload") String payload,
            @Option(
                            names = "--wait",
                            paramLabel = "SECONDS",
                            defaultValue = "0",
                            description = "Wait for its end, 0 to 30")
                    int wait)
            throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("intentId", id);
        body.put("submissionTarget", target);
        if (payload != null) {
            body.put("payload", json(payload));
        }
        output.object(remote.post("/v1/intents?waitSeconds=" + wait, body));
        return 0;
    }

    /** As it came, once it is known to be JSON. */
    private static RawValue json(String text) {
        try {
            Json.parse(text.getBytes(StandardCharsets.UTF_8));
            return new RawValue(text);
        } catch (JacksonException e) {
            throw new CommandException("the payload is not JSON: " + e.getOriginalMessage());
        }
    }

    @Command(name = "cancel", description = "Cancels a pending intent.")
    int cancel(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        output.object(remote.post("/v1/intents/" + NodeClient.encoded(id) + "/cancel", Map.of()));
        return 0;
    }
}

package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.cli.remote.ListQuery;
import dev.baton.server.cli.remote.NodeClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton jobs} */
@Command(
        name = "jobs",
        description = "Looks at jobs and acts on them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ImportCommand.class, DefineCommand.class, BulkCommand.class})
final class JobsCommand {

    private static final String[] COLUMNS = {"id", "job", "status", "queue", "nextRunTime", "attempt", "lastError"};

    @Command(name = "list", description = "Lists jobs.")
    int list(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Option(names = "--status", description = "scheduled, running, completed, cancelled or dead") String status,
            @Option(names = "--job", description = "Only jobs of this name") String job,
            @Option(names = "--queue", description = "Only jobs of this queue") String queue,
            @Option(names = "--limit", defaultValue = "100", description = "How many at most") int limit)
            throws IOException, InterruptedException {
        ListQuery query =
                ListQuery.limit(limit).with("status", status).with("job", job).with("queue", queue);
        output.table(remote.get("/v1/jobs" + query).path("items"), COLUMNS);
        return 0;
    }

    @Command(name = "show", description = "Shows a job and its runs.")
    int show(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        output.object(remote.get("/v1/jobs/" + NodeClient.encoded(id)));
        return 0;
    }

    @Command(
            name = "log",
            description = "Shows what a run has said, its latest or the one that runs; of a cron, its latest tick.")
    int log(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Parameters(paramLabel = "ID") String id,
            @Option(names = "--claim", paramLabel = "N", description = "The run with this claim number") Long claim)
            throws IOException, InterruptedException {
        JsonNode said = remote.get(claim == null ? latest(remote, id) : logOf(id, claim));
        if (output.isJson()) {
            output.object(said);
        } else {
            output.line(said.path("text").asString().stripTrailing());
        }
        return 0;
    }

    private static String latest(NodeClient remote, String id) throws IOException, InterruptedException {
        JsonNode job = remote.get("/v1/jobs/" + NodeClient.encoded(id)).path("job");
        if (job.path("status").asString().equals("running")) {
            return logOf(id, job.path("claimNumber").asLong());
        }
        JsonNode run = remote.get("/v1/jobs/" + NodeClient.encoded(id) + "/runs?limit=1")
                .path("items")
                .path(0);
        if (run.isMissingNode()) {
            throw new CommandException("job " + id + " has not run yet");
        }
        return logOf(run.path("jobId").asString(), run.path("claimNumber").asLong());
    }

    private static String logOf(String id, long claim) {
        return "/v1/jobs/" + NodeClient.encoded(id) + "/runs/" + claim + "/log";
    }

    @Command(name = "trigger", description = "Runs a job now.")
    int trigger(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "trigger");
    }

    @Command(name = "pause", description = "Has a job wait until it is resumed.")
    int pause(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "pause");
    }

    @Command(name = "resume", description = "Lets a paused job go on.")
    int resume(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "resume");
    }

    @Command(name = "by-day", description = "Shows runs that are too old to be kept one by one, summed up by day.")
    int byDay(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Option(names = "--job", description = "Only those of this name") String job,
            @Option(names = "--limit", defaultValue = "100", description = "How many at most") int limit)
            throws IOException, InterruptedException {
        output.table(
                remote.get("/v1/runs/by-day" + ListQuery.limit(limit).with("job", job))
                        .path("items"),
                "day",
                "job",
                "outcome",
                "runs",
                "totalMillis",
                "longestMillis");
        return 0;
    }

    @Command(name = "retry", description = "Tries a job again now, its attempts forgotten.")
    int retry(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "retry");
    }

    @Command(name = "cancel", description = "Ends a job; a running one is told to stop.")
    int cancel(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "cancel");
    }

    @Command(name = "remove", description = "Removes a recurring job; a program that defines it brings it back.")
    int remove(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/jobs/", id, "remove");
    }

    @Command(name = "reschedule", description = "Gives a recurring job another schedule.")
    int reschedule(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Parameters(paramLabel = "ID") String id,
            @Option(names = "--interval", description = "Every so often, like 10m or 30s") String interval,
            @Option(names = "--cron", description = "By the calendar") String cron,
            @Option(names = "--timezone", description = "Of the calendar; UTC by default") String timezone)
            throws IOException, InterruptedException {
        Map<String, String> schedule = new LinkedHashMap<>();
        schedule.put("interval", interval);
        schedule.put("cron", cron);
        schedule.put("timezone", timezone);
        schedule.values().removeIf(Objects::isNull);
        return act(remote, output, "/v1/jobs/", id, "reschedule", schedule);
    }

    @Command(
            name = "change",
            description = "Has a recurring job run something else from its next run on; what is not given stays.")
    int change(
            @Mixin NodeClient remote,
            @Mixin Output output,
            @Parameters(paramLabel = "ID") String id,
            @Option(names = "--handler", description = "What it runs: a handler that the configuration names")
                    String handler,
            @Option(names = "--payload", paramLabel = "JSON", description = "What each run gets") String payload)
            throws IOException, InterruptedException {
        Map<String, Object> work = new LinkedHashMap<>();
        work.put("handler", handler);
        work.put("payload", DefineCommand.payload(payload));
        work.values().removeIf(Objects::isNull);
        return act(remote, output, "/v1/jobs/", id, "change", work);
    }

    @Command(name = "redrive", description = "Gives a dead letter its attempts back.")
    int redrive(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/dead-letters/", id, "redrive");
    }

    @Command(name = "discard", description = "Removes a dead letter.")
    int discard(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "ID") String id)
            throws IOException, InterruptedException {
        return act(remote, output, "/v1/dead-letters/", id, "discard");
    }

    private static int act(NodeClient remote, Output output, String path, String id, String action)
            throws IOException, InterruptedException {
        return act(remote, output, path, id, action, Map.of());
    }

    private static int act(NodeClient remote, Output output, String path, String id, String action, Map<String, ?> body)
            throws IOException, InterruptedException {
        JsonNode answer = remote.post(path + NodeClient.encoded(id) + "/" + action, body);
        output.object(answer.path("job"));
        return 0;
    }
}

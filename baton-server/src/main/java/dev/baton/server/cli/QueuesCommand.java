package dev.baton.server.cli;

import dev.baton.server.cli.remote.NodeClient;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code baton queues} */
@Command(
        name = "queues",
        description = "Looks at queues of jobs and holds them up.",
        synopsisSubcommandLabel = "COMMAND")
final class QueuesCommand {

    private static final String[] COLUMNS = {"queue", "due", "waiting", "running", "dead", "paused"};

    @Command(name = "list", description = "Lists queues, as counted every 15 s.")
    int list(@Mixin NodeClient remote, @Mixin Output output) throws IOException, InterruptedException {
        output.table(remote.get("/v1/queues").path("items"), COLUMNS);
        return 0;
    }

    @Command(name = "pause", description = "Starts nothing of a queue, on any node, until it is resumed.")
    int pause(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "QUEUE") String queue)
            throws IOException, InterruptedException {
        return act(remote, output, queue, "pause");
    }

    @Command(name = "resume", description = "Lets a paused queue go on.")
    int resume(@Mixin NodeClient remote, @Mixin Output output, @Parameters(paramLabel = "QUEUE") String queue)
            throws IOException, InterruptedException {
        return act(remote, output, queue, "resume");
    }

    private static int act(NodeClient remote, Output output, String queue, String verb)
            throws IOException, InterruptedException {
        output.object(remote.post("/v1/queues/" + NodeClient.encoded(queue) + "/" + verb, Map.of()));
        return 0;
    }
}

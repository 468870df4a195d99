package dev.baton.server.cli;

import dev.baton.server.cli.remote.ListQuery;
import dev.baton.server.cli.remote.NodeClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton leaders}, {@code history}, {@code drain}, {@code undrain} and {@code transfer} */
final class LeaderCommands {

    private LeaderCommands() {}

    private static String path(String role, String action) {
        return "/v1/leaders/" + NodeClient.encoded(role) + "/" + action;
    }

    /** {@code baton leaders} */
    @Command(name = "leaders", description = "Shows who leads what.")
    static final class Leaders implements Callable<Integer> {
        @Mixin
        private NodeClient remote;

        @Mixin
        private Output output;

        @Override
        public Integer call() throws IOException, InterruptedException {
            JsonNode answer = remote.get("/v1/leaders");
            output.table(
                    answer.path("items"),
                    "role",
                    "nodeId",
                    "leaseEpoch",
                    "strategy",
                    "takeover",
                    "acquiredAt",
                    "expiresAt",
                    "released",
                    "elected",
                    "holderId");
            for (JsonNode unled : answer.path("neverLed")) {
                output.note("nobody ever led " + unled.path("role").asString() + "; standing for it: "
                        + unled.path("candidates"));
            }
            return 0;
        }
    }

    /** {@code baton history} */
    @Command(name = "history", description = "Shows what happened to roles, newest first.")
    static final class HistoryCommand implements Callable<Integer> {
        @Mixin
        private NodeClient remote;

        @Mixin
        private Output output;

        @Parameters(paramLabel = "ROLE", arity = "0..1", description = "Only this role.")
        private String role;

        @Option(names = "--from", paramLabel = "INSTANT", description = "Then or later, 2026-02-02T12:00:00Z")
        private String from;

        @Option(names = "--to", paramLabel = "INSTANT", description = "Before then")
        private String to;

        @Option(names = "--cursor", description = "Goes on after the page that ended with it")
        private String cursor;

        @Option(names = "--limit", defaultValue = "100", description = "How many at most")
        private int limit;

        @Override
        public Integer call() throws IOException, InterruptedException {
            ListQuery query =
                    ListQuery.limit(limit).with("from", from).with("to", to).with("cursor", cursor);
            JsonNode page = remote.get((role == null ? "/v1/history" : path(role, "history")) + query);
            if (output.isJson()) {
                output.object(page);
                return 0;
            }
            output.table(page.path("items"), "at", "role", "event", "nodeId", "leaseEpoch", "reason");
            if (page.hasNonNull("nextCursor")) {
                output.note("older ones: --cursor " + page.path("nextCursor").asString());
            } else if (page.hasNonNull("keptSince")) {
                output.note(
                        "the history is kept since " + page.path("keptSince").asString());
            }
            return 0;
        }
    }

    /** {@code baton drain} */
    @Command(name = "drain", description = "Has the leader of a role, or a named node, leave it and stay away.")
    static final class Drain implements Callable<Integer> {
        @Mixin
        private NodeClient remote;

        @Mixin
        private Output output;

        @Parameters(paramLabel = "ROLE")
        private String role;

        @Option(names = "--node", paramLabel = "ID", description = "This node instead of the leader.")
        private String node;

        @Option(names = "--force", description = "Also if nobody else stands for the role.")
        private boolean force;

        @Override
        public Integer call() throws IOException, InterruptedException {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("force", force);
            if (node != null) {
                body.put("node", node);
            }
            output.object(remote.postPatiently(path(role, "drain"), body));
            return 0;
        }
    }

    /** {@code baton undrain} */
    @Command(name = "undrain", description = "Has drained nodes stand for a role again.")
    static final class Undrain implements Callable<Integer> {
        @Mixin
        private NodeClient remote;

        @Mixin
        private Output output;

        @Parameters(paramLabel = "ROLE")
        private String role;

        @Option(names = "--node", paramLabel = "ID", description = "Only this node.")
        private String node;

        @Override
        public Integer call() throws IOException, InterruptedException {
            output.object(remote.postPatiently(path(role, "undrain"), node == null ? Map.of() : Map.of("node", node)));
            return 0;
        }
    }

    /** {@code baton transfer} */
    @Command(name = "transfer", description = "Hands a role to a named node.")
    static final class Transfer implements Callable<Integer> {
        @Mixin
        private NodeClient remote;

        @Mixin
        private Output output;

        @Parameters(paramLabel = "ROLE")
        private String role;

        @Option(names = "--to", paramLabel = "NODE", required = true, description = "The successor.")
        private String to;

        @Override
        public Integer call() throws IOException, InterruptedException {
            output.object(remote.postPatiently(path(role, "transfer"), Map.of("to", to)));
            return 0;
        }
    }
}

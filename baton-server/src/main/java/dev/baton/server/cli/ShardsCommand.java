package dev.baton.server.cli;

import dev.baton.server.cli.remote.NodeClient;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton shards} */
@Command(
        name = "shards",
        description =
                "Shows roles that are divided into shards and each node's share; drains nodes, moves shards, changes the number.",
        synopsisSubcommandLabel = "[COMMAND]")
final class ShardsCommand implements Callable<Integer> {

    private static final String[] SHARES = {
        "role",
        "layout",
        "shards",
        "wanted",
        "nodeId",
        "state",
        "weight",
        "owns",
        "leads",
        "workPerSecond",
        "silentMillis"
    };

    private static final String[] PARTS = {
        "shard", "role", "nodeId", "leaseEpoch", "owner", "heir", "workPerSecond", "acquiredAt", "expiresAt", "holderId"
    };

    @Mixin
    private NodeClient remote;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode items = remote.get("/v1/shards").path("items");
        if (output.isJson()) {
            output.table(items);
            return 0;
        }
        ArrayNode rows = Json.object().putArray("rows");
        for (JsonNode role : items) {
            for (JsonNode share : role.path("nodes")) {
                ObjectNode row = rows.addObject();
                role.properties().forEach(member -> row.set(member.getKey(), member.getValue()));
                share.properties().forEach(member -> row.set(member.getKey(), member.getValue()));
            }
        }
        output.table(rows, SHARES);
        for (JsonNode role : items) {
            noteUnled(output, role);
            noteMoves(output, role);
            noteSkew(output, role);
        }
        return 0;
    }

    private static void noteSkew(Output output, JsonNode role) {
        if (role.has("skew")) {
            output.note("the busiest node of " + role.path("role").asString() + " has " + role.path("skew")
                    + " times its part of the work");
        }
    }

    private static void noteMoves(Output output, JsonNode role) {
        for (JsonNode move : role.path("moves")) {
            output.note("shard " + move.path("shard") + " of "
                    + role.path("role").asString() + " is to go to "
                    + move.path("nodeId").asString() + ", asked for " + move.path("waitingMillis") + " ms ago");
        }
    }

    private static void noteUnled(Output output, JsonNode role) {
        if (role.path("closing").asBoolean()) {
            output.note(role.path("role").asString() + " goes from " + role.path("shards") + " to "
                    + role.path("wanted") + " shards");
        } else if (!role.path("withoutLeader").isEmpty()) {
            output.note(
                    "nobody leads these shards of " + role.path("role").asString() + ": " + role.path("withoutLeader"));
        }
    }

    private static String path(String role) {
        return "/v1/shards/" + NodeClient.encoded(role);
    }

    private static int parts(Output output, JsonNode role) {
        if (output.isJson()) {
            output.object(role);
        } else {
            output.table(role.path("items"), PARTS);
            noteUnled(output, role);
            noteMoves(output, role);
            noteSkew(output, role);
        }
        return 0;
    }

    /** What comes of a move: the table would still show how it was before. */
    private static int moved(Output output, JsonNode role, int shard, String node) {
        if (output.isJson()) {
            output.object(role);
            return 0;
        }
        String name = "shard " + shard + " of " + role.path("role").asString();
        JsonNode part = role.path("items").path(shard);
        boolean isAsked = false;
        for (JsonNode move : role.path("moves")) {
            isAsked |= move.path("shard").asInt() == shard;
        }
        if (isAsked) {
            output.note(name + " will be " + node
                    + "'s: whoever leads it ends its work and hands it over in a few seconds");
        } else if (part.path("nodeId").asString("").equals(node)) {
            output.note(name + " is " + node + "'s, which leads it");
        } else if (part.path("owner").asString("").equals(node)) {
            output.note(name + " is " + node + "'s, which leads it as soon as it is handed over");
        } else {
            output.note(name + " cannot be " + node
                    + "'s any more, because nodes have come or gone just now: look, and ask again");
            return 1;
        }
        return 0;
    }

    @Command(name = "show", description = "Shows every shard of a role, who leads it and to whom it belongs.")
    int show(@Mixin NodeClient node, @Mixin Output shown, @Parameters(paramLabel = "ROLE") String role)
            throws IOException, InterruptedException {
        return parts(shown, node.get(path(role)));
    }

    @Command(name = "drain", description = "Has a node leave its shards to others, until undrained or restarted.")
    int drain(
            @Mixin NodeClient node,
            @Mixin Output shown,
            @Parameters(paramLabel = "ROLE") String role,
            @Option(names = "--node", paramLabel = "ID", required = true, description = "Which node.") String id,
            @Option(names = "--force", description = "Also if no other node takes shards.") boolean force)
            throws IOException, InterruptedException {
        return parts(shown, node.post(path(role) + "/drain", Map.of("node", id, "force", force)));
    }

    @Command(name = "undrain", description = "Has a drained node take its share again.")
    int undrain(
            @Mixin NodeClient node,
            @Mixin Output shown,
            @Parameters(paramLabel = "ROLE") String role,
            @Option(names = "--node", paramLabel = "ID", required = true, description = "Which node.") String id)
            throws IOException, InterruptedException {
        return parts(shown, node.post(path(role) + "/undrain", Map.of("node", id)));
    }

    @Command(
            name = "move",
            description = "Gives a shard to a node, for one of that node's own if shares would become uneven.")
    int move(
            @Mixin NodeClient node,
            @Mixin Output shown,
            @Parameters(paramLabel = "ROLE") String role,
            @Parameters(paramLabel = "SHARD") int shard,
            @Option(names = "--to", paramLabel = "ID", required = true, description = "Which node.") String id)
            throws IOException, InterruptedException {
        return moved(shown, node.post(path(role) + "/move", Map.of("shard", shard, "node", id)), shard, id);
    }

    @Command(
            name = "resize",
            description = "Divides a role into another number of shards: all end, then the new ones begin.")
    int resize(
            @Mixin NodeClient node,
            @Mixin Output shown,
            @Parameters(paramLabel = "ROLE") String role,
            @Parameters(paramLabel = "N") int shards)
            throws IOException, InterruptedException {
        return parts(shown, node.post(path(role) + "/resize", Map.of("shards", shards)));
    }
}

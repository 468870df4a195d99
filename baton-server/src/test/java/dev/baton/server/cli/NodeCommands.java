package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Commands as an operator gives them to a node, answered in JSON. */
record NodeCommands(TestNode node) {

    record Said(int code, String out, String err) {

        /** What a command that went well has answered. */
        JsonNode json() {
            assertThat(code).as(err).isZero();
            return Json.parse(out.getBytes(StandardCharsets.UTF_8));
        }
    }

    Said run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addAll(List.of("--json", "--server", node.uri("/").toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(command.toArray(String[]::new));
        return new Said(code, out.toString(), err.toString());
    }
}

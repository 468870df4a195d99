package dev.baton.server.cli;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.log.LogSetup;
import dev.baton.server.node.DataSources;
import dev.baton.server.serve.Serve;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code baton rehearse}: a node on a database in memory that answers a few requests and ends. {@code ./baton} has the JVM
 * remember what was loaded for it.
 */
@Command(name = "rehearse", hidden = true, description = "Starts a node for nobody and ends it.")
final class RehearseCommand implements Callable<Integer> {

    private static final List<String> PAGES =
            List.of("", "readyz", "metrics", "openapi.json", "v1/leaders", "v1/nodes", "v1/jobs", "v1/intents/none");

    @Override
    public Integer call() throws Exception {
        LogSetup.serve("info", "json");
        Configuration configuration = new ConfigReader(
                        Map.of(), Map.of("database.url", "jdbc:h2:mem:rehearsal", "server.port", "0"))
                .read(Optional.empty());
        meetPostgres();
        Serve.runForVisit(configuration, RehearseCommand::visitEverything);
        return 0;
    }

    /** Its driver, up to where nobody answers. */
    private static void meetPostgres() {
        Login nowhere =
                new Login("jdbc:postgresql://127.0.0.1:1/none", Optional.of("nobody"), Optional.of("none"), "password");
        try (Connection connection = DataSources.plain(nowhere).getConnection()) {
            throw new IllegalStateException("somebody answers: " + connection);
        } catch (SQLException e) {
            // as expected
        }
    }

    private static void visitEverything(URI node) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        for (String page : PAGES) {
            client.send(HttpRequest.newBuilder(node.resolve(page)).build(), BodyHandlers.discarding());
        }
        client.send(
                HttpRequest.newBuilder(node.resolve("v1/intents?waitSeconds=5"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"intentId\": \"r\", \"submissionTarget\": \"sample\"}"))
                        .build(),
                BodyHandlers.discarding());
    }
}

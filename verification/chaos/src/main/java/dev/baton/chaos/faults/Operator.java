package dev.baton.chaos.faults;

import dev.baton.chaos.cluster.Bearer;
import dev.baton.chaos.cluster.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a node for something, as an operator does; a refusal is an answer as well. */
final class Operator {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Operator() {}

    static void post(Node node, String path, String body) {
        try {
            HTTP.send(
                    HttpRequest.newBuilder(URI.create(node.url() + path))
                            .timeout(Duration.ofSeconds(15))
                            .header("Authorization", Bearer.OPERATOR.header())
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            // It cannot be asked now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.fuzz;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.serve.Serve;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A node with a database in memory, until the process ends. */
final class FuzzedNode {

    private FuzzedNode() {}

    static URI start() {
        CompletableFuture<URI> url = new CompletableFuture<>();
        Thread thread = new Thread(() -> serve(url), "fuzzed-node");
        thread.setDaemon(true);
        thread.start();
        return url.join();
    }

    private static void serve(CompletableFuture<URI> url) {
        Map<String, String> flags = Map.of(
                "node.id", "n1",
                "server.bind", "127.0.0.1",
                "server.port", "0",
                "log.level", "error",
                "database.url", "jdbc:h2:mem:fuzzed;DB_CLOSE_DELAY=-1");
        try {
            Serve.runForVisit(new ConfigReader(Map.of(), flags).read(Optional.empty()), at -> {
                url.complete(at);
                new CountDownLatch(1).await();
            });
        } catch (Exception | Error e) {
            url.completeExceptionally(e);
        }
    }
}

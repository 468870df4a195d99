package dev.baton.server.process;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.log.LogSetup;
import dev.baton.server.serve.Serve;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Somebody's own program with a node in it, and something of its own that it closes after the node. */
final class OwnProgram {

    static final String LAST_WORDS = "the program has closed what is its own";

    private OwnProgram() {}

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = new ConfigReader(
                        Map.of(), Map.of("database.url", arguments[0], "server.port", "0"))
                .read(Optional.empty());
        LogSetup.serve("info", "json");
        Runtime.getRuntime().addShutdownHook(new Thread(OwnProgram::closeAfterTheNode));
        Serve.run(configuration, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    private static void closeAfterTheNode() {
        try {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("baton-shutdown")) {
                    thread.join();
                }
            }
            System.err.println(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.chaos.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.baton.chaos.history.Journal;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.log.LogSetup;
import dev.baton.server.serve.Serve;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import org.slf4j.LoggerFactory;

/**
 * A node of the cluster: {@code baton serve} as it is, and beside it an application that uses the library. Obeys a few
 * words on its standard input: {@code transfer ROLE NODE}, {@code drain ROLE}, {@code undrain ROLE},
 * {@code squeeze MILLIS}.
 */
public final class NodeMain {

    private NodeMain() {}

    /** Arguments: configuration, node, port, JDBC URL, journal, engine, patience. */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new ConfigReader(
                        Map.of(),
                        Map.of(
                                "node.id", args[1],
                                "server.port", args[2],
                                "database.url", args[3],
                                "jobs.elsewhere", Application.HANDLER))
                .read(Optional.of(Path.of(args[0])));
        LogSetup.serve("info", "json");
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        loggers.getLogger("dev.baton.leadership").setLevel(Level.DEBUG); // heartbeats carry the gate's deadline
        Application application = new Application(
                args[1],
                configuration.database().url().orElseThrow(),
                new Journal(Path.of(args[4])),
                Engine.of(args[5]).orElseThrow(),
                Integer.parseInt(args[6]));
        Runtime.getRuntime().addShutdownHook(new Thread(application::close, "application-shutdown"));
        Thread ears = new Thread(() -> obey(application), "ears");
        ears.setDaemon(true);
        ears.start();
        Serve.run(configuration, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    private static void obey(Application application) {
        Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8);
        while (commands.hasNextLine()) {
            String[] words = commands.nextLine().split(" ");
            switch (words[0]) {
                case "transfer" -> application.transfer(words[1], words[2]);
                case "drain" -> application.drain(words[1]);
                case "undrain" -> application.undrain(words[1]);
                case "squeeze" -> HeapSqueeze.of(Long.parseLong(words[1]));
                default -> throw new IllegalArgumentException("what is " + words[0] + "?");
            }
        }
    }
}

package dev.baton.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code baton demo} */
@Command(name = "demo", description = "A small cluster that loses its leader every now and then, in one terminal.")
final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--nodes", defaultValue = "3", description = "How many nodes; ${DEFAULT-VALUE} by default.")
    private int nodes;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "./data/demo",
            description = "Where it keeps its database and logs; ${DEFAULT-VALUE} by default.")
    private Path data;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The first port to try; ${DEFAULT-VALUE} by default. Taken ones are passed over.")
    private int port;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How often a leader is killed; ${DEFAULT-VALUE} by default.")
    private int killEvery;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Ends after this long; 0: when told to.")
    private long seconds;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes < 1 || nodes > 9) {
            throw new ParameterException(spec.commandLine(), "--nodes is " + nodes + ": use 1 to 9");
        }
        Files.createDirectories(data);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended), "baton-demo-end"));
        try (Demo demo = new Demo(data.toAbsolutePath(), FreePorts.from(port, nodes), killEvery, output::line)) {
            demo.start();
            while (!told.await(500, TimeUnit.MILLISECONDS) && !demo.isOver(seconds)) {
                demo.round();
            }
        } finally {
            ended.countDown();
        }
        return 0;
    }

    private static void end(CountDownLatch told, CountDownLatch ended) {
        told.countDown();
        try {
            ended.await();
            Runtime.getRuntime().halt(0); // an end in order is a success
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

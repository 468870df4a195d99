package dev.baton.bench.server;

import dev.baton.bench.postgres.DurablePostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The built server, and how {@code ./baton} starts it. */
final class BatonJar {

    static final Path PATH = Path.of("baton-server/target/baton.jar");

    /** As {@code ./baton} sets them. */
    static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xms24m",
            "-Xmx160m",
            "-Xss512k",
            "-XX:MaxMetaspaceSize=128m",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:GuaranteedSafepointInterval=0",
            "-XX:AsyncDeflationInterval=2000");

    private BatonJar() {}

    static void requireBuilt() {
        if (!Files.exists(PATH)) {
            throw new IllegalStateException("there is no " + PATH + ": build it with ./baton --version");
        }
    }

    /** A node on the database. */
    static List<String> serve(DurablePostgres postgres, List<String> flags, String... more) {
        List<String> command = new ArrayList<>(NodeProcess.java(
                flags, "-jar", PATH.toString(), "serve", "--db", postgres.url(), "--node", "bench", "--port", "0"));
        command.addAll(List.of(more));
        return command;
    }
}

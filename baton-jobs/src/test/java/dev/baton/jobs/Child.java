package dev.baton.jobs;

import dev.baton.testkit.process.ProcessSignal;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A worker process of this test run. */
final class Child implements AutoCloseable {

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    static Child start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerMain.class.getName()));
        command.addAll(List.of(arguments));
        File log = File.createTempFile("baton-jobs-worker", ".log");
        log.deleteOnExit();
        return new Child(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start());
    }

    void signal(ProcessSignal signal) throws IOException, InterruptedException {
        signal.send(process);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

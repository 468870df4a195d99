package dev.baton.chaos.shards;

import dev.baton.chaos.cluster.ChildProcess;
import dev.baton.testkit.process.ProcessSignal;
import java.nio.file.Path;
import java.util.List;

/**
 * A seat among those that share the shards: one process after another, under the same name. Where an earlier version runs beside this
 * one, they take turns.
 */
final class ShardProcess {

    private static final long END_SECONDS = 30;
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1"); // most do not live long

    private final String name;
    private final Path folder;
    private final String url;
    private final int shards;
    private final List<List<Path>> versions;
    private int next;
    private ChildProcess process;
    private boolean wanted;

    /** @param first which version the seat begins with */
    ShardProcess(String name, Path folder, String url, int shards, List<List<Path>> versions, int first) {
        this.name = name;
        this.folder = folder;
        this.url = url;
        this.shards = shards;
        this.versions = versions;
        this.next = first;
    }

    String name() {
        return name;
    }

    Path journal() {
        return folder.resolve(name + ".tsv");
    }

    /** Starts it, unless it runs. */
    synchronized void start() {
        wanted = true;
        if (process == null || !process.isAlive()) {
            process = ChildProcess.start(
                    ShardNodeMain.class,
                    "128m",
                    OPTIONS,
                    versions.get(next++ % versions.size()),
                    folder.resolve(name + ".log"),
                    name,
                    url,
                    journal().toString(),
                    Integer.toString(shards));
        }
    }

    /** Whether it should run. */
    synchronized boolean isWanted() {
        return wanted;
    }

    /** Whether it should run and does not, though nobody has ended it. */
    synchronized boolean hasFailed() {
        return wanted && !process.isAlive();
    }

    /** kill -9. */
    synchronized void kill() {
        wanted = false;
        process.kill();
        process.awaitEnd(END_SECONDS);
    }

    /** SIGTERM; returns when it has ended. */
    synchronized void terminate() {
        wanted = false;
        if (process != null && process.isAlive()) {
            process.end(END_SECONDS);
        }
    }

    synchronized void pause() {
        process.signal(ProcessSignal.STOP);
    }

    synchronized void resume() {
        process.signal(ProcessSignal.CONTINUE);
    }
}

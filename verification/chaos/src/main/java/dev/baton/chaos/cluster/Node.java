package dev.baton.chaos.cluster;

import dev.baton.chaos.node.Engine;
import dev.baton.chaos.node.NodeMain;
import dev.baton.chaos.proxy.Way;
import dev.baton.testkit.process.ProcessSignal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A seat in the cluster: one process after another, always on the same port and behind the same proxy. */
public final class Node {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final long END_SECONDS = 25;

    private final String name;
    private final Path folder;
    private final List<Path> planted;
    private final int port = Postgres.freePort();
    private final int number;
    private final Engine engine;
    private final Way way;
    private final int patience;
    private ChildProcess process;
    private volatile boolean paused;

    Node(int number, Path folder, Engine engine, Database database, List<Path> planted, int patience) {
        this.patience = patience;
        this.name = "n" + number;
        this.number = number;
        this.folder = folder;
        this.planted = planted;
        this.engine = engine;
        this.way = database.way(number);
    }

    public String name() {
        return name;
    }

    public int port() {
        return port;
    }

    /** Which one it is, from 1. */
    public int number() {
        return number;
    }

    /** Its way to the database. */
    public Way way() {
        return way;
    }

    /** Starts it, unless it runs. */
    public synchronized void start() {
        if (process != null && process.isAlive()) {
            return;
        }
        process = ChildProcess.start(
                NodeMain.class,
                "160m",
                patience > 1 ? ChildProcess.LONG_LIVED : ChildProcess.SHORT_LIVED,
                planted,
                folder.resolve(name + ".log"),
                folder.resolve("baton.toml").toString(),
                name,
                Integer.toString(port),
                way.url(),
                folder.resolve(name + ".tsv").toString(),
                engine.label(),
                Integer.toString(patience));
    }

    public synchronized boolean isAlive() {
        return process.isAlive();
    }

    public boolean isPaused() {
        return paused;
    }

    /** kill -9. */
    public synchronized void kill() {
        process.kill();
        process.awaitEnd(10);
        paused = false;
    }

    /** SIGTERM; returns when it has ended, by force if it takes too long. */
    public synchronized void terminate() {
        process.end(END_SECONDS);
    }

    public synchronized void pause() {
        paused = true;
        process.signal(ProcessSignal.STOP);
    }

    public synchronized void resume() {
        process.signal(ProcessSignal.CONTINUE);
        paused = false;
    }

    public synchronized void tell(String command) {
        process.tell(command);
    }

    /** Goes on if it was paused, starts again if it is dead. */
    synchronized void revive() {
        if (paused) {
            resume();
        }
        if (!process.isAlive()) {
            start();
        }
    }

    synchronized void end() {
        if (process != null) {
            process.end(END_SECONDS);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Starts it again if it dies meanwhile: a node that cannot reach its database at the start gives up. */
    void awaitReady(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < end) {
            if (isReady()) {
                return;
            }
            revive();
            LockSupport.parkNanos(100_000_000);
        }
        throw new IllegalStateException(name + " does not serve after " + patience.toSeconds() + " s");
    }

    private boolean isReady() {
        try {
            return HTTP.send(
                                    HttpRequest.newBuilder(URI.create(url() + "/readyz"))
                                            .timeout(Duration.ofSeconds(3))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

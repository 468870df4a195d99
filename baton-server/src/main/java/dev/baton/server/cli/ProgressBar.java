package dev.baton.server.cli;

import dev.baton.server.log.LogSetup;
import dev.baton.support.Threads;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** How far something is, in one line that is drawn again and again; on a terminal only. */
final class ProgressBar implements AutoCloseable {

    private static final int WIDTH = 30;
    private static final int LONGEST = 48;

    private final PrintWriter out;
    private final boolean shown;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-progress"));
    private String bar = "";
    private long since = System.nanoTime();

    /** @param shown whether anybody looks */
    ProgressBar(PrintWriter out, boolean shown) {
        this.out = out;
        this.shown = shown;
        if (shown) {
            @SuppressWarnings("unused") // it ends with the executor
            var unused = clock.scheduleWithFixedDelay(this::draw, 1, 1, TimeUnit.SECONDS);
        }
    }

    /** One for whoever sits at this terminal. */
    static ProgressBar onTerminal(PrintWriter err) {
        return new ProgressBar(err, LogSetup.isTerminal());
    }

    /** Something of so many begins. */
    synchronized void begins(int done, int all, String what) {
        int filled = all == 0 ? WIDTH : WIDTH * done / all;
        String said = what.strip().replaceAll("\\s+", " ");
        bar = String.format(
                Locale.ROOT,
                "[%s%s] %d/%d %s",
                "#".repeat(filled),
                "-".repeat(WIDTH - filled),
                done,
                all,
                said.length() > LONGEST ? said.substring(0, LONGEST - 1) + "…" : said);
        since = System.nanoTime();
        draw();
    }

    /** With how long it has been at it: a step that takes minutes must not look like one that hangs. */
    private synchronized void draw() {
        if (shown && !bar.isEmpty()) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
            out.print("\r\u001B[K" + bar + (seconds > 0 ? " (" + seconds + " s)" : ""));
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        clock.shutdownNow();
        if (shown && !bar.isEmpty()) {
            out.print("\r\u001B[K");
            out.flush();
        }
        bar = "";
    }
}

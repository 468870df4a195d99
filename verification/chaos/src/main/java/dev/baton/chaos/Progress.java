package dev.baton.chaos;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** One line that changes, on a terminal; otherwise a line now and then. */
final class Progress implements Consumer<String> {

    private static final long SELDOM_NANOS = 10_000_000_000L;

    private final PrintWriter out;

    @SuppressWarnings("SystemConsoleNull") // on newer JDKs a redirected run tells more than it needs to
    private final boolean terminal = System.console() != null;

    private long told = System.nanoTime() - SELDOM_NANOS;

    Progress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void accept(String line) {
        if (terminal) {
            out.print("\r\u001b[K" + line);
        } else if (System.nanoTime() - told > SELDOM_NANOS) {
            told = System.nanoTime();
            out.println(line);
        }
        out.flush();
    }

    void done() {
        if (terminal) {
            out.println();
            out.flush();
        }
    }
}

package dev.baton.testkit.process;

import java.io.IOException;
import java.util.Locale;

/**
 * What a process is told from outside. Sent by number: there are locales in which {@code kill} does not know its own
 * signals' names.
 */
public enum Signal {
    /** Stands still, and does not know it. */
    STOP(19, 17),
    /** Goes on. */
    CONTINUE(18, 19);

    private final int linux;
    private final int bsd;

    Signal(int linux, int bsd) {
        this.linux = linux;
        this.bsd = bsd;
    }

    /** Returns when it was sent; a process that has ended hears nothing. */
    public void send(Process process) throws IOException, InterruptedException {
        String[] kill = {"kill", "-" + number(), Long.toString(process.pid())};
        if (new ProcessBuilder(kill).start().waitFor() != 0 && process.isAlive()) {
            throw new IOException(String.join(" ", kill) + " failed");
        }
    }

    private int number() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux") ? linux : bsd;
    }
}

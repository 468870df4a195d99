package dev.baton.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a process is told from outside. Sent by number: there are locales in which {@code kill} does not know its own
 * signals' names.
 */
public enum ProcessSignal {
    /** Stands still, and does not know it. */
    STOP(19, 17),
    /** Goes on. */
    CONTINUE(18, 19);

    private final int linux;
    private final int bsd;

    ProcessSignal(int linux, int bsd) {
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

    /** Returns when all of them were told; one that has just ended hears nothing. */
    public void send(Stream<ProcessHandle> processes) {
        List<String> kill = new ArrayList<>(List.of("kill", "-" + number()));
        processes.forEach(process -> kill.add(Long.toString(process.pid())));
        if (kill.size() == 2) {
            return;
        }
        try {
            new ProcessBuilder(kill).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send a signal", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int number() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux") ? linux : bsd;
    }
}

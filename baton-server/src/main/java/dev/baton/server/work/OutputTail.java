package dev.baton.server.work;

import dev.baton.support.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** The end of what a command says, however much it is; the last line is told as it comes. */
final class OutputTail {

    private static final Duration LATE = Duration.ofSeconds(2);

    private final int most;
    private final Consumer<String> lastLine;
    private byte[] tail = new byte[0];
    private boolean cut;
    private boolean news;
    private Thread reader;

    OutputTail(int most, Consumer<String> lastLine) {
        this.most = most;
        this.lastLine = lastLine;
    }

    void read(InputStream output) {
        reader = Threads.daemon("baton-job-output", () -> readAll(output));
        reader.start();
    }

    private void readAll(InputStream output) {
        byte[] buffer = new byte[8_192];
        try (output) {
            for (int length = output.read(buffer); length >= 0; length = output.read(buffer)) {
                add(buffer, length);
            }
        } catch (IOException e) {
            add("(the rest could not be read)".getBytes(StandardCharsets.UTF_8), 28);
        }
    }

    private synchronized void add(byte[] bytes, int length) {
        byte[] all = Arrays.copyOf(tail, tail.length + length);
        System.arraycopy(bytes, 0, all, tail.length, length);
        tail = Arrays.copyOfRange(all, Math.max(0, all.length - most), all.length);
        cut |= all.length > most;
        news = true;
        text().lines().reduce((first, second) -> second).ifPresent(lastLine);
    }

    private String text() {
        return new String(tail, StandardCharsets.UTF_8);
    }

    /** What there is of it, with a word about what is not; empty if that is no more than when this was asked before. */
    synchronized Optional<String> log() {
        boolean more = news;
        news = false;
        return more ? Optional.of((cut ? "[the beginning is not kept]\n" : "") + text()) : Optional.empty();
    }

    /** The same with a last line, once nothing more comes. */
    synchronized String log(String lastLine) {
        news = true;
        String said = log().orElse("");
        return said + (said.isEmpty() || said.endsWith("\n") ? "" : "\n") + "[" + lastLine + "]\n";
    }

    /** All that is left of it, once the command has ended; who left the group and still holds its output is not waited for. */
    String end() throws InterruptedException {
        reader.join(LATE.toMillis());
        synchronized (this) {
            return text();
        }
    }
}

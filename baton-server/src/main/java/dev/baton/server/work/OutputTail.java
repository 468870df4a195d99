package dev.baton.server.work;

import dev.baton.support.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** The end of what a command says, however much it is; the last line is told as it comes. Each byte is looked at once. */
final class OutputTail {

    private static final Duration LATE = Duration.ofSeconds(2);
    private static final int FIRST_ROOM = 8_192;

    /** More than anybody shows of a line. */
    private static final int MOST_OF_LINE = 4_000;

    private final int most;
    private final Consumer<String> lastLine;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private byte[] kept;
    private int length;
    private boolean lineEnded;
    private boolean cut;
    private boolean news;
    private Thread reader;

    OutputTail(int most, Consumer<String> lastLine) {
        this.most = most;
        this.lastLine = lastLine;
        this.kept = new byte[Math.min(FIRST_ROOM, most)];
    }

    void read(InputStream output) {
        reader = Threads.daemon("baton-job-output", () -> readAll(output));
        reader.start();
    }

    private void readAll(InputStream output) {
        byte[] buffer = new byte[8_192];
        try (output) {
            for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
                add(buffer, read);
            }
        } catch (IOException e) {
            byte[] said = "(the rest could not be read)".getBytes(StandardCharsets.UTF_8);
            add(said, said.length);
        }
    }

    private synchronized void add(byte[] bytes, int count) {
        int used = Math.min(count, most);
        makeRoom(used);
        System.arraycopy(bytes, count - used, kept, length, used);
        length += used;
        cut |= length > most || used < count;
        news = true;
        follow(bytes, count);
    }

    /** There is room for twice as much as is kept, so that it is moved once in a while and not with each block. */
    private void makeRoom(int more) {
        if (length + more <= kept.length) {
            return;
        }
        int stays = Math.min(length, most);
        int wanted = (int) Math.min(2L * most, 2L * (stays + more));
        byte[] room = wanted > kept.length ? new byte[wanted] : kept;
        System.arraycopy(kept, length - stays, room, 0, stays);
        cut |= length > stays;
        kept = room;
        length = stays;
    }

    /** Of a block only its last line matters; it may have begun in one before. */
    private void follow(byte[] bytes, int count) {
        int last = count - 1;
        while (last >= 0 && endsLine(bytes[last])) {
            last--;
        }
        if (last < 0) {
            lineEnded = true;
            return;
        }
        int first = last;
        while (first > 0 && !endsLine(bytes[first - 1])) {
            first--;
        }
        if (lineEnded || first > 0) {
            line.reset();
        }
        line.write(bytes, first, Math.min(last - first + 1, MOST_OF_LINE - line.size()));
        lineEnded = last < count - 1;
        lastLine.accept(line.toString(StandardCharsets.UTF_8));
    }

    private static boolean endsLine(byte character) {
        return character == '\n' || character == '\r';
    }

    private String text() {
        int stays = Math.min(length, most);
        return new String(Arrays.copyOfRange(kept, length - stays, length), StandardCharsets.UTF_8);
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

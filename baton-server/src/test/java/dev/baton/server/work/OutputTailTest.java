package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestPatience;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OutputTailTest {

    /** Each part comes by itself, as from a program that pauses. */
    private static InputStream parts(String... parts) {
        List<InputStream> streams = new ArrayList<>();
        for (String part : parts) {
            streams.add(new ByteArrayInputStream(part.getBytes(StandardCharsets.UTF_8)));
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }

    @Test
    void theLastLineIsToldAsItComesAndWhole() throws InterruptedException {
        List<String> lines = new CopyOnWriteArrayList<>();
        OutputTail tail = new OutputTail(1_000, lines::add);

        tail.read(parts("one\n", "tw", "o\r\n", "\n", "10 %\r20 %", "\r30", " %", "\nü end\n"));

        assertThat(tail.end()).isEqualTo("one\ntwo\r\n\n10 %\r20 %\r30 %\nü end\n");
        assertThat(lines).containsExactly("one", "tw", "two", "20 %", "30", "30 %", "ü end");
    }

    @Test
    void whatIsKeptIsTheEndToTheByte() throws InterruptedException {
        StringBuilder all = new StringBuilder();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            String part = "x".repeat(i % 37) + i + "\n";
            parts.add(part);
            all.append(part);
        }
        for (int most : new int[] {1, 7, 22, 1_000, 8_192, 20_000, 200_000}) {
            OutputTail tail = new OutputTail(most, line -> {});
            tail.read(parts(parts.toArray(String[]::new)));
            String end = all.substring(Math.max(0, all.length() - most));
            assertThat(tail.end()).isEqualTo(end);
            assertThat(tail.log("exit 0"))
                    .isEqualTo((most < all.length() ? "[the beginning is not kept]\n" : "") + end + "[exit 0]\n");
        }
    }

    /** With a megabyte to keep: who went through all of that for each block would take minutes for this. */
    @Test
    void muchIsReadInOneGo() throws InterruptedException {
        long most = 200L << 20;
        AtomicReference<String> last = new AtomicReference<>("");
        OutputTail tail = new OutputTail(1 << 20, last::set);

        tail.read(new InputStream() {
            private long given;

            @Override
            public int read() {
                throw new UnsupportedOperationException("in blocks");
            }

            @Override
            public int read(byte[] buffer, int from, int length) {
                if (given >= most) {
                    return -1;
                }
                for (int i = from; i < from + length; i++) {
                    buffer[i] = (byte) (i % 80 == 79 ? '\n' : 'a');
                }
                given += length;
                if (given >= most) {
                    buffer[from + length - 1] = 'z';
                }
                return length;
            }
        });

        await().atMost(TestPatience.LONGEST_WAIT).until(() -> last.get().endsWith("z"));
        assertThat(tail.end()).hasSize(1 << 20).endsWith("z");
    }
}

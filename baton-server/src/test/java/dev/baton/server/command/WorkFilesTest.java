package dev.baton.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestPatience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What commands write about how much they have done. */
class WorkFilesTest {

    private final AtomicLong done = new AtomicLong();

    private static void write(Path path, String text) throws Exception {
        Files.writeString(path, text);
    }

    @Test
    void countsWhatACommandHasDoneSinceItLastSaidSo() throws Exception {
        Path path;
        try (WorkFiles files = WorkFiles.start();
                WorkFiles.WorkFile file = files.open("3-1", done::addAndGet)) {
            path = file.path();
            write(path, "12\n");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> done.get() == 12);
            write(path, " 15 \n");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> done.get() == 15);
        }
        assertThat(path.getParent()).as("nothing is left").doesNotExist();
    }

    /** At its end a file is read once more, so these need no waiting. */
    @Test
    void whatIsNoNumberOrHalfALineCountsNothing() throws Exception {
        try (WorkFiles files = WorkFiles.start()) {
            for (String text : new String[] {"", "7", "seven\n", "-7\n", "7 8\n", "9".repeat(100) + "\n", "7.5\n"}) {
                try (WorkFiles.WorkFile file = files.open("0-1", done::addAndGet)) {
                    write(file.path(), text);
                }
                assertThat(done).as(text).hasValue(0);
            }
            try (WorkFiles.WorkFile file = files.open("0-2", done::addAndGet)) {
                Files.createDirectory(file.path());
            }
            files.open("0-3", done::addAndGet).close();
            assertThat(done).hasValue(0);
        }
    }

    @Test
    void aSmallerNumberIsWhereACommandGoesOnCounting() throws Exception {
        try (WorkFiles files = WorkFiles.start()) {
            WorkFiles.WorkFile file = files.open("0-1", done::addAndGet);
            write(file.path(), "100\n");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> done.get() == 100);
            write(file.path(), "5\n");
            file.close();
            assertThat(done).hasValue(100);
        }
    }
}

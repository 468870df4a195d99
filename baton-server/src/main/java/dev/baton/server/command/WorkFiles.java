package dev.baton.server.command;

import dev.baton.support.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where commands may say how much they have done: a file for each, with one number that grows and the end of its line. Read once a
 * second, for figures alone: whatever is wrong with a file costs nothing but them. Thread-safe.
 */
public final class WorkFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkFiles.class);
    private static final Pattern NUMBER = Pattern.compile("\\s*(\\d{1,18})\\s*\\n\\s*");
    private static final int LONGEST = 64;

    private final Path folder;
    private final Set<WorkFile> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService reader =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-work-files"));

    private WorkFiles(Path folder) {
        this.folder = folder;
    }

    /** Begins to read, in a folder of its own for temporary files. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the executor
    public static WorkFiles start() {
        try {
            WorkFiles files = new WorkFiles(Files.createTempDirectory("baton-work"));
            files.reader.scheduleWithFixedDelay(() -> files.open.forEach(WorkFile::read), 1, 1, TimeUnit.SECONDS);
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no folder for temporary files can be made: point java.io.tmpdir to one that can be written", e);
        }
    }

    /**
     * A file for one command.
     *
     * @param name of the file, another than those of all that are open
     * @param worked hears of what has been done since it last heard
     */
    public WorkFile open(String name, LongConsumer worked) {
        WorkFile file = new WorkFile(folder.resolve(name), worked);
        open.add(file);
        return file;
    }

    @Override
    public void close() {
        reader.shutdownNow();
        open.forEach(WorkFile::close);
        delete(folder);
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) { // the system clears its folder for temporary files
            LOG.debug("{} stays", path, e);
        }
    }

    /** One command's file, until it has ended. */
    public final class WorkFile implements AutoCloseable {

        private final Path path;
        private final LongConsumer worked;
        private long told;

        private WorkFile(Path path, LongConsumer worked) {
            this.path = path;
            this.worked = worked;
        }

        public Path path() {
            return path;
        }

        /** A number that is smaller than before is where the command goes on counting; half a line is left for the next time. */
        private synchronized void read() {
            if (!Files.isRegularFile(path)) {
                return;
            }
            try (InputStream in = Files.newInputStream(path)) {
                Matcher number = NUMBER.matcher(new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII));
                if (number.matches()) {
                    long all = Long.parseLong(number.group(1));
                    worked.accept(Math.max(0, all - told));
                    told = all;
                }
            } catch (IOException | RuntimeException e) {
                LOG.debug("{} is not read", path, e);
            }
        }

        @Override
        public void close() {
            read();
            open.remove(this);
            delete(path);
        }
    }
}

package dev.baton.server.node;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key of a notifier as its file has it now: notices are few. A file that is just being replaced takes nothing away. */
final class KeyFile implements Supplier<String> {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);

    private final Path file;
    private String last;

    /** @throws ConfigException if it cannot be read now */
    KeyFile(Path file) {
        this.file = file;
        try {
            this.last = read();
        } catch (IOException e) {
            throw new ConfigException("key_file " + file + " cannot be read: " + FailureReason.of(e), e);
        }
    }

    @Override
    public synchronized String get() {
        try {
            String now = read();
            last = now.isEmpty() ? last : now;
        } catch (IOException e) {
            LOG.warn("key_file {} cannot be read, what it held last is used: {}", file, FailureReason.of(e));
        }
        return last;
    }

    private String read() throws IOException {
        return Files.readString(file).strip();
    }
}

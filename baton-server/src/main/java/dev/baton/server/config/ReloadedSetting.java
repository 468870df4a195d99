package dev.baton.server.config;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A setting that is read again while the node runs. What cannot be read then, or would be refused at a start, changes
 * nothing and is said once: half of a file must neither lock anybody out nor let anybody in.
 *
 * @param <T> a value with {@code equals}
 */
public final class ReloadedSetting<T> implements Supplier<T> {

    private static final Logger LOG = LoggerFactory.getLogger(ReloadedSetting.class);

    private final String name;
    private final Supplier<T> source;
    private volatile T current;
    private String problem = "";

    /**
     * @param name what it is called in the log
     * @param first as it is at the start
     * @param source reads it again
     */
    public ReloadedSetting(String name, T first, Supplier<T> source) {
        this.name = name;
        this.source = source;
        this.current = first;
    }

    /** As it was last read. */
    @Override
    public T get() {
        return current;
    }

    /** Reads it again. */
    public synchronized void reload() {
        try {
            T read = source.get();
            problem = "";
            if (!read.equals(current)) {
                current = read;
                LOG.atInfo().addKeyValue("event", "settings_reloaded").log("{} have changed: {}", name, read);
            }
        } catch (ConfigException e) {
            if (!problem.equals(e.getMessage())) {
                problem = e.getMessage();
                LOG.warn("{} stay as they were: {}", name, problem);
            }
        }
    }
}

package dev.baton.server.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets that the configuration only refers to, by a file or a variable. One that was read once and no longer can be
 * keeps its last value, and that is said once: a file that is just being replaced takes nothing away.
 */
final class SecretSource {

    private static final Logger LOG = LoggerFactory.getLogger(SecretSource.class);

    private final Map<String, String> environment;
    private final Map<String, String> last = new HashMap<>();
    private final Set<String> unreadable = new HashSet<>();

    SecretSource(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The secret behind {@code file} or {@code env} of a section.
     *
     * @throws ConfigException if it was never there
     */
    String read(ConfigSection section, Optional<String> file, Optional<String> variable) {
        return read(section, "", file, variable);
    }

    /** @param prefix of the two settings' names */
    String read(ConfigSection section, String prefix, Optional<String> file, Optional<String> variable) {
        if (file.isPresent()) {
            return read(section.key(prefix + "file"), file.get());
        }
        String name = variable.orElseThrow();
        String value = environment.getOrDefault(name, "").strip();
        if (value.isEmpty()) {
            throw ConfigException.bad(
                    section.key(prefix + "env"), name, "there is no such variable in the environment");
        }
        return value;
    }

    private synchronized String read(String key, String file) {
        try {
            String value = ConfigReader.secretFile(key, file);
            last.put(file, value);
            if (unreadable.remove(file)) {
                LOG.info("{} is '{}', which can be read again", key, file);
            }
            return value;
        } catch (ConfigException e) {
            String known = last.get(file);
            if (known == null) {
                throw e;
            }
            if (unreadable.add(file)) {
                LOG.warn("{}: what it held last is used", e.getMessage());
            }
            return known;
        }
    }
}

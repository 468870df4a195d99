package dev.baton.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.baton.testkit.contract.Waits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Hears what this process logs, with keys and values. */
final class LogEvents extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");
    private final List<Map<String, Object>> heard = new CopyOnWriteArrayList<>();
    private final List<String> sentences = new CopyOnWriteArrayList<>();

    LogEvents() {
        setContext(logger.getLoggerContext());
        start();
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        sentences.add(event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            Map<String, Object> fields = new LinkedHashMap<>();
            event.getKeyValuePairs().forEach(pair -> fields.put(pair.key, pair.value));
            heard.add(fields);
        }
    }

    /** Until a sentence with these words was logged. */
    void awaitSentence(String words) {
        Waits.until("'" + words + "' is logged", () -> sentences.stream().anyMatch(said -> said.contains(words)));
    }

    /** The first event of this name about this role, or about anything if it is empty. */
    Map<String, Object> await(String event, String role) {
        Waits.until("event " + event, () -> find(event, role).isPresent());
        return find(event, role).orElseThrow();
    }

    private Optional<Map<String, Object>> find(String event, String role) {
        return heard.stream()
                .filter(fields -> event.equals(fields.get("event")))
                .filter(fields -> role.isEmpty() || role.equals(fields.get("role")))
                .findFirst();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
        stop();
    }
}

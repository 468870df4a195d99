package dev.baton.submissions.executor.term;

import dev.baton.LeaderToken;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The executor's log events, under their documented names. */
public final class SubmissionLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.submissions");

    private SubmissionLog() {}

    public static void event(Level level, String event, LeaderToken token, Map<String, Object> more) {
        LoggingEventBuilder line = LOG.atLevel(level)
                .addKeyValue("event", event)
                .addKeyValue("role", token.role())
                .addKeyValue("holder_id", token.holderId())
                .addKeyValue("lease_epoch", token.epoch());
        for (Map.Entry<String, Object> field : more.entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.log(event);
    }
}

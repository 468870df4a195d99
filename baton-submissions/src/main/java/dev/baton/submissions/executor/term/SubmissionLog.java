package dev.baton.submissions.executor.term;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The executor's log events, under their documented names. */
public final class SubmissionLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.submissions");

    private SubmissionLog() {}

    public static void event(Level level, String event, TermContext context, String reason, Map<String, Object> more) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", event);
        fields.putAll(context.parts().baton().logFields(context.token()));
        fields.put("reason", reason);
        fields.putAll(more);
        LoggingEventBuilder line = LOG.atLevel(level);
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.log(event);
    }
}

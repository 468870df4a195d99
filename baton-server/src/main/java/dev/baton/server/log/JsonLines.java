package dev.baton.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** One JSON object per line; the keys and values of an event stand beside its message. */
final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final JsonFactory FACTORY = new JsonFactory();

    JsonLines() {}

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            fields(event).forEach((key, value) -> write(json, key, value));
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static Map<String, Object> fields(ILoggingEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        fields.put("level", event.getLevel().toString());
        fields.put("logger", event.getLoggerName());
        fields.put("thread", event.getThreadName());
        fields.put("message", event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                fields.put(pair.key, pair.value);
            }
        }
        if (event.getThrowableProxy() != null) {
            fields.put("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return fields;
    }

    private static void write(JsonGenerator json, String key, Object value) {
        if (value instanceof Number number) {
            json.writeNumberProperty(key, number.longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBooleanProperty(key, flag);
        } else {
            json.writeStringProperty(key, String.valueOf(value));
        }
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }
}

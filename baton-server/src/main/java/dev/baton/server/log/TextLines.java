package dev.baton.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/** Lines for people. */
final class TextLines extends EncoderBase<ILoggingEvent> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    TextLines() {}

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                .append(' ')
                .append(String.format(Locale.ROOT, "%-5s", event.getLevel()))
                .append(' ')
                .append(escaped(event.getFormattedMessage()));
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                if (!pair.key.equals("event")) {
                    line.append(' ').append(pair.key).append('=').append(escaped(String.valueOf(pair.value)));
                }
            }
        }
        line.append('\n');
        if (event.getThrowableProxy() != null) {
            line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What a client wrote begins no line of its own, and tells no terminal what to do. */
    static String escaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || c == 0x2028 || c == 0x2029) {
                plain.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }
}

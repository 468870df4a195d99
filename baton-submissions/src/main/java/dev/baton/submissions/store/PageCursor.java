package dev.baton.submissions.store;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** Where a page of a search ended: the key of its last row. Opaque to clients. */
record PageCursor(Instant createdAt, String intentId) {

    static final Instant EARLIEST = Instant.parse("1970-01-02T00:00:00Z");
    static final Instant LATEST = Instant.parse("9990-01-01T00:00:00Z");
    static final PageCursor NEWEST = new PageCursor(LATEST, "");

    private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** An instant as every database reads it, in UTC. */
    static String text(Instant instant) {
        Instant bounded = instant.isBefore(EARLIEST) ? EARLIEST : instant.isAfter(LATEST) ? LATEST : instant;
        return TEXT.format(bounded);
    }

    String format() {
        byte[] plain = (createdAt + " " + intentId).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain);
    }

    static PageCursor parse(String cursor) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int space = plain.indexOf(' ');
            return new PageCursor(Instant.parse(plain.substring(0, Math.max(0, space))), plain.substring(space + 1));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + cursor + "' is no cursor of a search: take nextCursor as it is", e);
        }
    }
}

package dev.baton.server.http;

import java.util.Locale;
import java.util.Map;

/** A request that is refused, as its client will read it: {@code {"error": {"code", "message", "details"?}}}. */
public final class Problem extends RuntimeException {

    private final int status;
    private final String code;
    private final transient Map<String, Object> details;

    public Problem(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    public Problem(int status, String code, String message, Map<String, Object> details) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = Map.copyOf(details);
    }

    public static Problem invalid(String message) {
        return new Problem(400, "invalid_request", message);
    }

    /**
     * A text of a client, if every database keeps it as it is.
     *
     * @throws Problem if it holds a zero character or half of a character
     */
    static String refuseOdd(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (c == 0 || (Character.isSurrogate(c) && !pair)) {
                throw invalid(what + " holds a character that no text has: remove \\u"
                        + String.format(Locale.ROOT, "%04x", (int) c) + " at position " + i);
            }
            i += pair ? 1 : 0;
        }
        return text;
    }

    public static Problem notFound(String message) {
        return new Problem(404, "not_found", message);
    }

    public static Problem conflict(String code, String message) {
        return new Problem(409, code, message);
    }

    /** The database is away: nothing was promised, ask again soon. */
    public static Problem databaseAway() {
        return new Problem(503, "database_unavailable", "the database is out of reach: try again soon");
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    Answer answer() {
        Map<String, Object> error = details.isEmpty()
                ? Map.of("code", code, "message", getMessage())
                : Map.of("code", code, "message", getMessage(), "details", details);
        Answer answer = Answer.json(status, Map.of("error", error));
        return switch (status) {
            case 429, 503 -> answer.header("Retry-After", "1");
            case 401 -> answer.header("WWW-Authenticate", "Bearer");
            default -> answer;
        };
    }
}

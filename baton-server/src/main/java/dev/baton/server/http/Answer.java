package dev.baton.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a handler answers with.
 *
 * @param headers besides those that every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
public record Answer(int status, String contentType, byte[] body, List<Header> headers) {

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";

    /** A header of an answer. */
    public record Header(String name, String value) {}

    public static Answer json(Object body) {
        return json(200, body);
    }

    public static Answer json(int status, Object body) {
        return new Answer(status, JSON, Json.bytes(body), List.of());
    }

    public static Answer text(int status, String body) {
        return new Answer(status, TEXT, body.getBytes(StandardCharsets.UTF_8), List.of());
    }

    public static Answer html(int status, String body) {
        return new Answer(status, "text/html; charset=utf-8", body.getBytes(StandardCharsets.UTF_8), List.of());
    }

    public static Answer bytes(String contentType, byte[] body) {
        return new Answer(200, contentType, body, List.of());
    }

    public static Answer empty(int status) {
        return new Answer(status, null, new byte[0], List.of());
    }

    public Answer header(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Answer(status, contentType, body, List.copyOf(more));
    }
}

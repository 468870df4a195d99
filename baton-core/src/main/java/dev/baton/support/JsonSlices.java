package dev.baton.support;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of a JSON document, byte for byte: {@code 10.00} stays what it is, which no number in memory does. For documents
 * in UTF-8 that a parser has found well-formed; this one only looks for where things end.
 */
public final class JsonSlices {

    /**
     * A member of an object.
     *
     * @param name a JSON string, with its quotes and escapes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Member(byte[] name, byte[] value) {}

    private final byte[] document;
    private int at;

    private JsonSlices(byte[] document) {
        this.document = document;
        this.at = hasByteOrderMark(document) ? 3 : 0;
    }

    private static boolean hasByteOrderMark(byte[] document) {
        return document.length > 2
                && document[0] == (byte) 0xEF
                && document[1] == (byte) 0xBB
                && document[2] == (byte) 0xBF;
    }

    /** The document itself, without what stands around it. */
    public static byte[] value(byte[] document) {
        JsonSlices slices = new JsonSlices(document);
        slices.blank();
        return slices.value();
    }

    /** @throws IllegalArgumentException if it is no object, or not in UTF-8 */
    public static List<Member> members(byte[] object) {
        JsonSlices slices = new JsonSlices(object);
        List<Member> members = new ArrayList<>();
        slices.expect('{');
        while (!slices.ends('}')) {
            byte[] name = slices.value();
            slices.expect(':');
            slices.blank();
            members.add(new Member(name, slices.value()));
        }
        return members;
    }

    /** @throws IllegalArgumentException if it is no array, or not in UTF-8 */
    public static List<byte[]> elements(byte[] array) {
        return elements(array, Integer.MAX_VALUE);
    }

    /**
     * The first elements.
     *
     * @throws IllegalArgumentException if it is no array, or not in UTF-8
     */
    public static List<byte[]> elements(byte[] array, int atMost) {
        JsonSlices slices = new JsonSlices(array);
        List<byte[]> elements = new ArrayList<>();
        slices.expect('[');
        while (elements.size() < atMost && !slices.ends(']')) {
            elements.add(slices.value());
        }
        return elements;
    }

    /** Whether the closing bracket is next; else goes on to the next part, over a comma if there is one. */
    private boolean ends(char bracket) {
        blank();
        if (current() == ',') {
            at++;
            blank();
        }
        return current() == bracket;
    }

    private void expect(char sign) {
        blank();
        if (current() != sign) {
            throw new IllegalArgumentException("no JSON in UTF-8: '" + sign + "' expected at byte " + at);
        }
        at++;
    }

    private void blank() {
        while (at < document.length && isBlank(document[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte sign) {
        return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r';
    }

    private byte current() {
        if (at >= document.length) {
            throw new IllegalArgumentException("no JSON in UTF-8: it ends too early");
        }
        return document[at];
    }

    /** From here to the end of the value. */
    private byte[] value() {
        int from = at;
        switch (current()) {
            case '"' -> string();
            case '{', '[' -> nested();
            default -> scalar();
        }
        if (at == from) {
            throw new IllegalArgumentException("no JSON in UTF-8: a value expected at byte " + at);
        }
        return Arrays.copyOfRange(document, from, at);
    }

    private void string() {
        at++;
        while (current() != '"') {
            at += current() == '\\' ? 2 : 1;
        }
        at++;
    }

    private void nested() {
        int depth = 0;
        do {
            switch (current()) {
                case '"' -> string();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0);
    }

    private void scalar() {
        while (at < document.length && !isBlank(document[at]) && ",]}:".indexOf(document[at]) < 0) {
            at++;
        }
    }
}

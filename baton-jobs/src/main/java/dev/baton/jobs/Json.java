package dev.baton.jobs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much JSON as a library needs that leaves payloads to others: is it JSON, and what does the sample job say? */
final class Json {

    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** Refuses what is not JSON. */
    static void check(String text) {
        if (!"{}".equals(text)) {
            parse(text);
        }
    }

    /** Maps, lists, strings, doubles, booleans, null. */
    static Object parse(String text) {
        if (text == null) {
            throw new PayloadException("a payload is JSON text, this one is missing");
        }
        Json json = new Json(text);
        Object value = json.value();
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.unexpected("the end");
        }
        return value;
    }

    private Object value() {
        skipBlanks();
        if (++depth > DEEPEST) {
            throw new PayloadException("this JSON is nested more than " + DEEPEST + " deep");
        }
        try {
            return switch (peek()) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        } finally {
            depth--;
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        if (ended('}')) {
            return members;
        }
        do {
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            members.put(name, value());
        } while (more('}'));
        return members;
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        at++;
        if (ended(']')) {
            return items;
        }
        do {
            items.add(value());
        } while (more(']'));
        return items;
    }

    private boolean ended(char close) {
        skipBlanks();
        if (peek() == close) {
            at++;
            return true;
        }
        return false;
    }

    private boolean more(char close) {
        skipBlanks();
        if (peek() == ',') {
            at++;
            return true;
        }
        expect(close);
        return false;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                at--;
                throw unexpected("an escaped control character");
            }
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw unexpected("an escape");
        };
    }

    private char unicode() {
        try {
            char c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
            return c;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw unexpected("four hexadecimal digits");
        }
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        if (!digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
            at = from;
            throw unexpected("a value");
        }
        return Double.valueOf(digits);
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw unexpected("a value");
        }
        at += word.length();
        return meaning;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected("more");
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw unexpected("'" + c + "'");
        }
        at++;
    }

    private PayloadException unexpected(String wanted) {
        return new PayloadException("not JSON: expected " + wanted + " at character " + at);
    }
}

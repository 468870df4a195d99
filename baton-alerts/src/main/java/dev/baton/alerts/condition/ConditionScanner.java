package dev.baton.alerts.condition;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a text from left to right, and says where it could not go on. */
final class ConditionScanner {

    private static final Pattern WORD = Pattern.compile("[A-Za-z_:][A-Za-z0-9_:]*");
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(NaN|Inf(inity)?|\\d+\\.?\\d*([eE][-+]?\\d+)?|\\.\\d+([eE][-+]?\\d+)?)");
    private static final Pattern SPACE = Pattern.compile("\\s*");

    private final String text;
    private int at;

    ConditionScanner(String text) {
        this.text = text;
        skip();
    }

    private void skip() {
        at += length(SPACE);
    }

    private int length(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() - at : 0;
    }

    private String take(int length) {
        String taken = text.substring(at, at + length);
        at += length;
        skip();
        return taken;
    }

    boolean atEnd() {
        return at == text.length();
    }

    boolean accept(String sign) {
        if (!text.startsWith(sign, at)) {
            return false;
        }
        take(sign.length());
        return true;
    }

    void expect(String sign) {
        if (!accept(sign)) {
            throw wrong("'" + sign + "'");
        }
    }

    String word(String what) {
        return take(some(WORD, what));
    }

    /** The next word, if it is followed by that sign; else nothing is read. */
    String wordBefore(String sign) {
        int length = length(WORD);
        return length > 0 && text.substring(at + length).stripLeading().startsWith(sign)
                ? text.substring(at, at + length)
                : "";
    }

    double number() {
        return Double.parseDouble(take(some(NUMBER, "a number")).replaceFirst("Inf$", "Infinity"));
    }

    String matching(Pattern pattern, String what) {
        return take(some(pattern, what));
    }

    private int some(Pattern pattern, String what) {
        int length = length(pattern);
        if (length == 0) {
            throw wrong(what);
        }
        return length;
    }

    /** A text in single or double quotes, with backslashes before quotes and backslashes. */
    String quoted() {
        char quote = atEnd() ? ' ' : text.charAt(at);
        if (quote != '"' && quote != '\'') {
            throw wrong("a text in quotes");
        }
        StringBuilder value = new StringBuilder();
        int next = at + 1;
        while (next < text.length() && text.charAt(next) != quote) {
            if (text.charAt(next) == '\\' && next + 1 < text.length()) {
                next++;
                value.append(text.charAt(next) == 'n' ? '\n' : text.charAt(next));
            } else {
                value.append(text.charAt(next));
            }
            next++;
        }
        if (next >= text.length()) {
            throw new ConditionException(where() + "the text that begins there has no closing " + quote);
        }
        take(next + 1 - at);
        return value.toString();
    }

    ConditionException wrong(String expected) {
        String rest = text.substring(at);
        String found = rest.isEmpty() ? "the end" : "'" + rest.substring(0, Math.min(20, rest.length())) + "'";
        return new ConditionException(where() + "expected " + expected + ", found " + found);
    }

    private String where() {
        return "condition \"" + text + "\", column " + (at + 1) + ": ";
    }
}

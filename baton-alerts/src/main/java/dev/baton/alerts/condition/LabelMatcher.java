package dev.baton.alerts.condition;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a label must be. A series without the label has it as the empty text, as in Prometheus.
 *
 * @param pattern the whole of the value must match it
 */
record LabelMatcher(String label, Kind kind, String text, Pattern pattern) {

    enum Kind {
        EQUAL("="),
        NOT_EQUAL("!="),
        LIKE("=~"),
        NOT_LIKE("!~");

        final String sign;

        Kind(String sign) {
            this.sign = sign;
        }
    }

    static LabelMatcher of(String label, Kind kind, String text) {
        boolean literal = kind == Kind.EQUAL || kind == Kind.NOT_EQUAL;
        return new LabelMatcher(label, kind, text, Pattern.compile(literal ? Pattern.quote(text) : text));
    }

    boolean accepts(Map<String, String> labels) {
        boolean matches = pattern.matcher(labels.getOrDefault(label, "")).matches();
        return matches == (kind == Kind.EQUAL || kind == Kind.LIKE);
    }

    @Override
    public String toString() {
        return label + kind.sign + SampleText.quote(text);
    }
}

package dev.baton.alerts.condition;

/** How a value is compared with the limit. */
enum Comparison {
    EQUAL("=="),
    NOT_EQUAL("!="),
    ABOVE(">"),
    AT_LEAST(">="),
    BELOW("<"),
    AT_MOST("<=");

    private final String sign;

    Comparison(String sign) {
        this.sign = sign;
    }

    String sign() {
        return sign;
    }

    boolean holds(double value, double limit) {
        return switch (this) {
            case EQUAL -> value == limit;
            case NOT_EQUAL -> value != limit;
            case ABOVE -> value > limit;
            case AT_LEAST -> value >= limit;
            case BELOW -> value < limit;
            case AT_MOST -> value <= limit;
        };
    }
}

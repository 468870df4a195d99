package dev.baton.alerts.condition;

/** A condition that cannot be read; says where, what was found and what would do. */
public final class ConditionException extends IllegalArgumentException {

    ConditionException(String message) {
        super(message);
    }
}

package dev.baton.failures.driver;

import java.util.EnumSet;
import java.util.Set;

/**
 * One call of a run, by what it does and how often that was done before. Threads run side by side, so the number of a call
 * among all others means another one each time; the second {@code claim} is the second claim in every run.
 *
 * @param what the statement's name, or what is done to the connection after it
 */
public record Call(Kind kind, String what, int occurrence) {

    /** What a call asks of the server. */
    public enum Kind {
        CONNECT,
        READ,
        /** A read that holds what it has read until the transaction ends. */
        LOCK,
        WRITE,
        COMMIT,
        TIDY;

        /** How such a call can fail. */
        public Set<Failure> failures() {
            return switch (this) {
                case CONNECT -> EnumSet.of(Failure.UNSENT, Failure.KILLED_BEFORE);
                case READ ->
                    EnumSet.of(
                            Failure.UNSENT,
                            Failure.SILENCE,
                            Failure.CLOSED,
                            Failure.TAKEN_BACK,
                            Failure.GIVEN_UP,
                            Failure.KILLED_BEFORE);
                case LOCK -> EnumSet.complementOf(EnumSet.of(Failure.ANSWER_LOST_LATE, Failure.KILLED_AFTER));
                case WRITE -> EnumSet.allOf(Failure.class);
                case COMMIT -> EnumSet.complementOf(EnumSet.of(Failure.GIVEN_UP));
                case TIDY -> EnumSet.of(Failure.CLOSED);
            };
        }
    }

    @Override
    public String toString() {
        return what + "#" + occurrence;
    }
}

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
        WRITE,
        COMMIT,
        TIDY;

        /** How such a call can fail. */
        public Set<Failure> failures() {
            return switch (this) {
                case CONNECT -> EnumSet.of(Failure.UNSENT, Failure.KILLED_BEFORE);
                case READ -> EnumSet.of(Failure.UNSENT, Failure.SILENCE, Failure.CLOSED, Failure.KILLED_BEFORE);
                case WRITE -> EnumSet.allOf(Failure.class);
                case COMMIT ->
                    EnumSet.of(
                            Failure.UNSENT,
                            Failure.ANSWER_LOST,
                            Failure.ANSWER_LOST_LATE,
                            Failure.SILENCE,
                            Failure.CLOSED,
                            Failure.KILLED_BEFORE,
                            Failure.KILLED_AFTER);
                case TIDY -> EnumSet.of(Failure.CLOSED);
            };
        }
    }

    @Override
    public String toString() {
        return what + "#" + occurrence;
    }
}

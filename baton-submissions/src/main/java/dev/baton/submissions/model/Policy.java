package dev.baton.submissions.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** How long an intent is tried, with the one bound that each way has. */
public sealed interface Policy permits Policy.Deadline, Policy.MaxAttempts, Policy.OneShot {

    /** The name in configuration. */
    String label();

    /** Until some time after its creation. */
    record Deadline(Duration maxAcceptance) implements Policy {
        public Deadline {
            if (maxAcceptance.isZero() || maxAcceptance.isNegative()) {
                throw new IllegalArgumentException(
                        "max_acceptance must be longer than zero, got " + maxAcceptance + ": give it a duration");
            }
        }

        @Override
        public String label() {
            return "deadline";
        }
    }

    /** So many times. */
    record MaxAttempts(int maxAttempts) implements Policy {
        public MaxAttempts {
            if (maxAttempts < 1) {
                throw new IllegalArgumentException(
                        "max_attempts must be at least 1, got " + maxAttempts + ": give it a number of attempts");
            }
        }

        @Override
        public String label() {
            return "max_attempts";
        }
    }

    /** Once. */
    record OneShot() implements Policy {
        @Override
        public String label() {
            return "one_shot";
        }
    }

    /**
     * A policy as configured. A bound that the policy does not use is refused, and so is a missing one.
     *
     * @param of what it belongs to, for the message
     */
    static Policy of(String of, String name, Optional<Duration> maxAcceptance, OptionalInt maxAttempts) {
        return switch (name) {
            case "deadline" -> {
                refuse(of, name, "max_attempts", maxAttempts.isPresent());
                yield new Deadline(maxAcceptance.orElseThrow(() -> missing(of, name, "max_acceptance")));
            }
            case "max_attempts" -> {
                refuse(of, name, "max_acceptance", maxAcceptance.isPresent());
                yield new MaxAttempts(maxAttempts.orElseThrow(() -> missing(of, name, "max_attempts")));
            }
            case "one_shot" -> {
                refuse(of, name, "max_acceptance", maxAcceptance.isPresent());
                refuse(of, name, "max_attempts", maxAttempts.isPresent());
                yield new OneShot();
            }
            default ->
                throw new IllegalArgumentException(
                        of + " has policy '" + name + "': use one of deadline, max_attempts, one_shot");
        };
    }

    private static void refuse(String of, String policy, String bound, boolean given) {
        if (given) {
            throw new IllegalArgumentException(
                    of + " sets " + bound + ", which policy " + policy + " does not use: remove it");
        }
    }

    private static IllegalArgumentException missing(String of, String policy, String bound) {
        return new IllegalArgumentException(of + " has policy " + policy + " without its bound: set " + bound);
    }
}

package dev.baton.spring;

import dev.baton.LeaderToken;
import java.util.Optional;

/** The token under which the present call of a {@link LeaderOnly} method runs, for code that cannot be handed it. */
public final class LeaderContext {

    private static final ThreadLocal<LeaderToken> CURRENT = new ThreadLocal<>();

    private LeaderContext() {}

    /**
     * The token.
     *
     * @throws IllegalStateException outside of such a call
     */
    public static LeaderToken token() {
        return current()
                .orElseThrow(() ->
                        new IllegalStateException("no leader token here: call this from within a @LeaderOnly method"));
    }

    public static Optional<LeaderToken> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** What runs under a token. */
    @FunctionalInterface
    public interface Call {
        Object proceed() throws Throwable;
    }

    /**
     * Runs a call under a token, as a {@link LeaderOnly} method does; for work that goes on in another thread. The token
     * itself permits nothing: a fence still asks the database whether it is current.
     */
    public static Object callUnder(LeaderToken token, Call call) throws Throwable {
        LeaderToken outer = CURRENT.get();
        CURRENT.set(token);
        try {
            return call.proceed();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}

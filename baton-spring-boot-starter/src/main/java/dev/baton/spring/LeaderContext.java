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

    /** What a call returns. */
    @FunctionalInterface
    interface Call {
        Object proceed() throws Throwable;
    }

    static Object under(LeaderToken token, Call call) throws Throwable {
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

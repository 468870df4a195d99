package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs only on the instance that leads a role.
 *
 * <p>On a bean's method, also a {@code @Scheduled} one: the call passes the gate of the role or does not happen. While it
 * runs, {@link LeaderContext#token()} is the token; a parameter of type {@link dev.baton.LeaderToken} that the caller
 * leaves {@code null} is filled with it. Leaving the role waits for calls under way.
 *
 * <p>On a bean that is a {@link dev.baton.LeaderWork}: its {@code lead} is called once per term.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface LeaderOnly {

    /** The role; may contain placeholders. */
    String role();

    /** What a call does on an instance that does not lead. */
    Otherwise otherwise() default Otherwise.SKIP;

    /**
     * Whether the whole call is one fenced transaction: a token that is stale by then rolls everything back, and
     * {@code @Transactional} code inside joins it.
     */
    boolean fenced() default false;

    /** What a call does on an instance that does not lead. */
    enum Otherwise {
        /** Nothing; for methods that return nothing. */
        SKIP,
        /** Throws {@link dev.baton.NotLeaderException}. */
        THROW
    }
}

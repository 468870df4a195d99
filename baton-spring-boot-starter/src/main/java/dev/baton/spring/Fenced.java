package dev.baton.spring;

import dev.baton.LeaderToken;
import java.util.function.Supplier;

/**
 * Runs transactional code under a token: it commits only if the token is still current, whatever was paused, cut or
 * killed meanwhile. {@code @Transactional} code that is called inside joins the transaction. Thread-safe.
 */
public interface Fenced {

    /**
     * Runs in one fenced transaction, the present one if there is one.
     *
     * @throws dev.baton.NotLeaderException if the token is not current: everything is rolled back
     */
    void run(LeaderToken token, Runnable work);

    /** The same with a result. */
    <T> T call(LeaderToken token, Supplier<T> work);

    /**
     * Fences the transaction that is running; to be called before anything is written in it.
     *
     * @throws dev.baton.StaleTokenException if the token is not current: let it pass, so that Spring rolls back
     */
    void enter(LeaderToken token);
}

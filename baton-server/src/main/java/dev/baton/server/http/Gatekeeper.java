package dev.baton.server.http;

import org.eclipse.jetty.server.Request;

/** Decides who may do what, before a body is read. */
@FunctionalInterface
public interface Gatekeeper {

    /**
     * Says who asks, if that one may use the route.
     *
     * @throws Problem if the caller may not use it
     * @throws Exception if that cannot be found out now
     */
    Caller checkAccess(Request request, Client client, Route route) throws Exception;

    /**
     * Whether one who was let in would be let in now; asked while an answer goes on. It is no sign of life of the caller.
     *
     * @throws Exception if that cannot be found out now
     */
    default boolean mayStay(Request request, Route route) throws Exception {
        return true;
    }

    /**
     * Hears who was refused, by it or because of the scope. Must not block.
     *
     * @param caller nobody, where it was not found out who asks
     * @param requestId what the request is called in logs and answers
     */
    default void refused(Caller caller, Client client, String requestId, Route route, Problem problem) {}
}

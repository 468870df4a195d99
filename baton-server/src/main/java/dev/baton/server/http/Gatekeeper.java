package dev.baton.server.http;

import org.eclipse.jetty.server.Request;

/** Decides who may do what, before a body is read. */
@FunctionalInterface
public interface Gatekeeper {

    /**
     * Says who asks, if that one may use the route.
     *
     * @throws Problem if the caller may not use it
     */
    Caller checkAccess(Request request, Client client, Route route);
}

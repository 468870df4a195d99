package dev.baton.server.http;

import org.eclipse.jetty.server.Request;

/** Decides who may do what, before a body is read. */
@FunctionalInterface
public interface Gatekeeper {

    /**
     * Lets a request in.
     *
     * @throws Problem if it may not come in
     */
    Caller admit(Request request, Route route);
}

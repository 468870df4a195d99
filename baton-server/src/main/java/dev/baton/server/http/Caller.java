package dev.baton.server.http;

/**
 * Who asks.
 *
 * @param name for the audit: a token's name, or {@code local} where no token is needed
 * @param access what the caller may do
 */
public record Caller(String name, Access access) {

    /** Somebody on this machine, where no token is needed. */
    public static final Caller LOCAL = new Caller("local", Access.OPERATOR);

    /** Somebody without a token. */
    public static final Caller NOBODY = new Caller("nobody", Access.OPEN);
}

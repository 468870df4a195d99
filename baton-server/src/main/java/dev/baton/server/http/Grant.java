package dev.baton.server.http;

/**
 * What somebody may do, and to what.
 *
 * @param scope within which it may be done
 */
public record Grant(Access access, Scope scope) {

    /** Without bounds. */
    public static Grant of(Access access) {
        return new Grant(access, Scope.ALL);
    }

    /** For the log: nothing here is secret. */
    @Override
    public String toString() {
        return scope.isWhole() ? access.label() : access.label() + " of " + scope;
    }
}

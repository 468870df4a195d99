package dev.baton.server.cli.remote;

/** What is asked of a list, as the end of its address. */
public final class ListQuery {

    private final StringBuilder text;

    private ListQuery(int limit) {
        text = new StringBuilder("?limit=").append(limit);
    }

    public static ListQuery limit(int atMost) {
        return new ListQuery(atMost);
    }

    /** One parameter more, unless it has no value. */
    public ListQuery with(String parameter, String value) {
        if (value != null) {
            text.append('&').append(parameter).append('=').append(NodeClient.encoded(value));
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

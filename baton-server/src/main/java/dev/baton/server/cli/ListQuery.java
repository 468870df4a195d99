package dev.baton.server.cli;

/** What is asked of a list, as the end of its address. */
final class ListQuery {

    private final StringBuilder text;

    private ListQuery(int limit) {
        text = new StringBuilder("?limit=").append(limit);
    }

    static ListQuery limit(int atMost) {
        return new ListQuery(atMost);
    }

    /** One parameter more, unless it has no value. */
    ListQuery with(String parameter, String value) {
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

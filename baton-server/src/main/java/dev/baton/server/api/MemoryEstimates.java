package dev.baton.server.api;

import dev.baton.server.http.Call;
import dev.baton.shards.Layout;

/** What answers may need in memory, and bodies around a payload in bytes: what routes ask for before they begin. */
final class MemoryEstimates {

    private static final int ROW = 2 * 1024;
    private static final int MOST_ROWS = 1_000;
    private static final int AROUND_A_PAYLOAD = 8 * 1024;

    /** Something that has no page, and does not grow without end. */
    private static final long SOME_ROWS = 128 * 1024;

    private static final int SHARD = 512;

    private MemoryEstimates() {}

    /** How many rows a page is asked for. */
    static int limit(Call call) {
        return call.query("limit", 100, 1, MOST_ROWS);
    }

    /** A page of as many rows as one may have. */
    static long longestPage(Call call) {
        return (long) ROW * MOST_ROWS;
    }

    static long page(Call call) {
        return (long) ROW * limit(call);
    }

    static long someRows(Call call) {
        return SOME_ROWS;
    }

    /** All parts of a role, of which there are not more. */
    static long shards(Call call) {
        return (long) SHARD * Layout.MOST_SHARDS;
    }

    /** What was handed in with a small body has a small answer. */
    static long likeItsBody(Call call) {
        return call.bodySize() <= 2 * ROW ? 0 : 4L * call.bodySize();
    }

    /** A body with a payload of so many bytes, and the other members. */
    static int bodyAround(int payload) {
        return payload + AROUND_A_PAYLOAD;
    }
}

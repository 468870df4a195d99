package dev.baton.chaos.hostile;

import java.util.Locale;

/** What is done to the nodes. */
public enum Harm {
    /** Four million bytes of nested lists, of somebody who has not said who he is. */
    NESTED_BODIES(500, true),

    /** The same of somebody who may hand in work. */
    NESTED_BATCHES(2_000, false),

    /** Heads that never end, a byte at a time. */
    TRICKLING_HEADS(1_000, true),

    /** Bodies that never end. */
    TRICKLING_BODIES(1_000, true),

    /** Connections on which nothing is ever said. */
    SILENT_CONNECTIONS(200, true),

    /** Tokens by the hundred. */
    WRONG_TOKENS(20, true),

    /** Cookies by the hundred. */
    WRONG_COOKIES(20, true),

    /** The same at the door. */
    WRONG_SIGN_INS(50, true),

    /** More headers than anybody needs, large or many. */
    HUGE_HEADERS(100, true),

    /** Jobs that weigh much, and whoever reads them all, again and again, or goes away before the answer. */
    STORED_POISON(500, false),

    /** Characters that are none, in every place. */
    ODD_CHARACTERS(50, true),

    /** Requests whose sender is gone before the end of the request, or of the answer. */
    ABORTED_REQUESTS(50, false);

    private final long pauseMillis;
    private final boolean mustBeRefused;

    Harm(long pauseMillis, boolean mustBeRefused) {
        this.pauseMillis = pauseMillis;
        this.mustBeRefused = mustBeRefused;
    }

    /** In plain words. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether an answer with success would mean that somebody was let in. */
    public boolean mustBeRefused() {
        return mustBeRefused;
    }

    /** Between two rounds: what is tried is what a request can cost, not who has the larger machine. */
    long pauseMillis() {
        return pauseMillis;
    }
}

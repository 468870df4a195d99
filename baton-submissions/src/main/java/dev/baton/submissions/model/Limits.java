package dev.baton.submissions.model;

/** What columns hold. */
public final class Limits {

    /** The longest intent id and target name. */
    public static final int LONGEST_ID = 200;

    /** The longest reason. */
    public static final int LONGEST_REASON = 200;

    private Limits() {}
}

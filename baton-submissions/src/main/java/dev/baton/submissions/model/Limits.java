package dev.baton.submissions.model;

import dev.baton.support.Texts;

/** What columns hold. */
public final class Limits {

    /** The longest intent id and target name. */
    public static final int LONGEST_ID = 200;

    /** The longest reason. */
    public static final int LONGEST_REASON = 200;

    private Limits() {}

    /** What far sides say ends up in the database: no control characters, no more than the column holds. */
    public static String storable(String text, int longest) {
        return Texts.cut(text.replaceAll("\\p{Cntrl}|\\p{Cs}", " "), longest);
    }
}

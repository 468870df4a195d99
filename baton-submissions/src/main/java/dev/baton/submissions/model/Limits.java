package dev.baton.submissions.model;

/** What columns hold. */
public final class Limits {

    /** The longest intent id and target name. */
    public static final int LONGEST_ID = 200;

    /** The longest reason. */
    public static final int LONGEST_REASON = 200;

    private Limits() {}

    /** What far sides say ends up in the database: no control characters, no more than the column holds. */
    public static String storable(String text, int longest) {
        String printable = text.replaceAll("\\p{Cntrl}|\\p{Cs}", " ");
        if (printable.length() <= longest) {
            return printable;
        }
        boolean splits = Character.isHighSurrogate(printable.charAt(longest - 1));
        return printable.substring(0, splits ? longest - 1 : longest);
    }
}

package dev.baton.support;

/** Texts that have to fit somewhere. */
public final class Texts {

    private Texts() {}

    /**
     * The beginning of a text.
     *
     * @param longest in UTF-16 units; a character of two is left out rather than cut in half, which no database would take
     */
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        boolean splits = longest > 0 && Character.isHighSurrogate(text.charAt(longest - 1));
        return text.substring(0, splits ? longest - 1 : longest);
    }
}

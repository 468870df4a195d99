package dev.baton.jobs.check;

/** What user code says, as text that every database takes: short enough, without the character 0, whole characters only. */
public final class StorableText {

    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

    /**
     * @param longest in UTF-16 units; a character of two is left out rather than cut in half
     */
    public static String of(String text, int longest) {
        StringBuilder storable = new StringBuilder(Math.min(text.length(), longest));
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            int length = Character.charCount(character);
            if (storable.length() + length > longest) {
                break;
            }
            storable.appendCodePoint(isStorable(character) ? character : REPLACEMENT);
            at += length;
        }
        return storable.toString();
    }

    private static boolean isStorable(int character) {
        boolean half = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        return character != 0 && !half;
    }
}

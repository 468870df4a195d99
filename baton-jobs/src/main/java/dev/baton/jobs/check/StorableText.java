package dev.baton.jobs.check;

import dev.baton.support.Texts;
import java.util.regex.Pattern;

/** What user code says, as text that every database takes: short enough, without the character 0, whole characters only. */
public final class StorableText {

    private static final Pattern UNSTORABLE = Pattern.compile("[\\x{0}\\p{Cs}]");
    private static final String REPLACEMENT = "\uFFFD";

    private StorableText() {}

    /** @param longest in UTF-16 units */
    public static String of(String text, int longest) {
        return Texts.cut(UNSTORABLE.matcher(text).replaceAll(REPLACEMENT), longest);
    }
}

package dev.baton.support;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What somebody may have meant. */
public final class SimilarWords {

    private SimilarWords() {}

    /** Those that are most like the given one, the likest first. */
    public static List<String> nearest(String given, Collection<String> known, int atMost) {
        return known.stream()
                .sorted(Comparator.comparingInt((String word) -> distance(given, word))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(atMost)
                .toList();
    }

    /** How many letters have to be added, dropped or changed. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}

package dev.baton.chaos.check;

import java.util.List;

/**
 * What came of one check.
 *
 * @param checked how many of what
 * @param violations the first few in words; none is what we want
 * @param count of violations
 * @param note what else is worth knowing, or empty
 */
public record Finding(String title, long checked, List<String> violations, long count, String note) {

    public boolean ok() {
        return count == 0;
    }
}

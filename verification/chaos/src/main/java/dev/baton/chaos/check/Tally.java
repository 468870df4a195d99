package dev.baton.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** Collects what one check comes across. */
final class Tally {

    private static final int SHOWN = 10;

    private final String title;
    private final List<String> violations = new ArrayList<>();
    private long checked;
    private long count;
    private String note = "";

    Tally(String title) {
        this.title = title;
    }

    void checked() {
        checked++;
    }

    void violation(String text) {
        count++;
        if (violations.size() < SHOWN) {
            violations.add(text);
        }
    }

    /** Counts one, and a violation unless it is as it should be. */
    void expect(boolean good, String otherwise) {
        checked++;
        if (!good) {
            violation(otherwise);
        }
    }

    Tally note(String text) {
        note = text;
        return this;
    }

    Finding finding() {
        return new Finding(title, checked, List.copyOf(violations), count, note);
    }
}

package dev.baton.failures.stage;

import java.util.ArrayList;
import java.util.List;

/** What a trial showed to be wrong. Thread-safe. */
public final class Findings {

    private final List<String> wrong = new ArrayList<>();

    public synchronized void add(String what) {
        if (!wrong.contains(what)) {
            wrong.add(what);
        }
    }

    public void expect(boolean good, String otherwise) {
        if (!good) {
            add(otherwise);
        }
    }

    public synchronized List<String> all() {
        return List.copyOf(wrong);
    }
}

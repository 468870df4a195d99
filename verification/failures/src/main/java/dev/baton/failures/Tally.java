package dev.baton.failures;

import java.util.ArrayList;
import java.util.List;

/** How much was tried, and what was wrong. */
public final class Tally {

    private final List<Trial.Result> wrong = new ArrayList<>();
    private int calls;
    private int calm;
    private int failed;
    private int unreached;

    void explored(int number) {
        calls += number;
    }

    void add(Trial.Result result) {
        if (result.trial().call() == null) {
            calm++;
        } else if (result.reached()) {
            failed++;
        } else {
            unreached++;
        }
        if (!result.wrong().isEmpty()) {
            wrong.add(result);
        }
    }

    public List<Trial.Result> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public String toString() {
        return calm + " runs without a failure made " + calls + " different calls; " + failed
                + " runs with a failure at one of them, " + unreached + " in which that call did not come; "
                + wrong.size() + " of all runs were wrong";
    }
}

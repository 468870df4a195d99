package dev.baton.failures;

import dev.baton.failures.driver.Failure;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** How much was tried, and what was wrong. Thread-safe. */
public final class Tally {

    private final List<Trial.Result> wrong = new ArrayList<>();
    private final Set<Failure> struck = EnumSet.noneOf(Failure.class);
    private int calls;
    private int failures;
    private int calm;
    private int failed;
    private int unreached;

    /** @param ways in how many ways these calls can fail, all of them together */
    synchronized void explored(int number, int ways) {
        calls += number;
        failures += ways;
    }

    synchronized void add(Trial.Result result) {
        if (result.trial().call() == null) {
            calm++;
        } else if (result.reached()) {
            failed++;
            struck.add(result.trial().failure());
        } else {
            unreached++;
        }
        if (!result.wrong().isEmpty()) {
            wrong.add(result);
        }
    }

    public synchronized List<Trial.Result> wrong() {
        return List.copyOf(wrong);
    }

    /** In what ways calls have failed. */
    synchronized Set<Failure> struck() {
        return Set.copyOf(struck);
    }

    @Override
    public synchronized String toString() {
        return calm + " runs without a failure made " + calls + " different calls, with " + failures
                + " failures to be tried; " + failed + " runs with one of them, " + unreached
                + " in which that call did not come; "
                + wrong.size() + " of all runs were wrong";
    }
}

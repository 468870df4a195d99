package dev.baton.fuzz;

/** What a target asks of the program. */
final class Expect {

    private Expect() {}

    static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}

package dev.baton.simulation;

/** What the databases differ in, as far as it matters to the protocol. */
enum Engine {
    POSTGRESQL(false, false, true, true),
    SQL_SERVER(false, true, false, true),
    MARIADB(true, true, false, true),
    H2(true, true, false, false);

    private final boolean fenceRow;
    private final boolean endsTransactions;
    private final boolean timelines;
    private final boolean fair;

    Engine(boolean fenceRow, boolean endsTransactions, boolean timelines, boolean fair) {
        this.fenceRow = fenceRow;
        this.endsTransactions = endsTransactions;
        this.timelines = timelines;
        this.fair = fair;
    }

    /** Whether the fence is a row that only takeovers write, and not a lock with a key. */
    boolean hasFenceRow() {
        return fenceRow;
    }

    /** Whether the server may end a transaction on its own: a deadlock's victim, a change of the schema. */
    boolean endsTransactions() {
        return endsTransactions;
    }

    /** Whether histories have an order, or only an identity. */
    boolean hasTimelines() {
        return timelines;
    }

    /** Whether who comes first is served first. */
    boolean isFair() {
        return fair;
    }

    /** Whether several transactions can be inside the fence at a time: H2 has no lock on a row that can be shared. */
    boolean sharesFence() {
        return this != H2;
    }

    /** Whether another server can take over: H2 has one, and its file. */
    boolean failsOver() {
        return this != H2;
    }

    boolean hasSessionLocks() {
        return this != H2;
    }
}

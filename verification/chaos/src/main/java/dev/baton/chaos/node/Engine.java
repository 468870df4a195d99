package dev.baton.chaos.node;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What databases a run can have. */
public enum Engine {
    /** From Maven's registry, with a standby that is made when it is needed. */
    POSTGRESQL,
    /** Three servers under Patroni, as installed; a commit is acknowledged when a standby has it. */
    PATRONI,
    /** One server, as installed, and a copy of its data that can take its place. */
    MARIADB,
    /** The same from a folder that {@code BATON_TEST_MYSQL_ROOT} names. */
    MYSQL,
    /** Three servers, as installed: each node writes on another one. */
    GALERA;

    /** On the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Engine> of(String label) {
        return Arrays.stream(values())
                .filter(engine -> engine.label().equals(label))
                .findFirst();
    }

    /** Whether strategy {@code session} works there; else every role is elected by {@code lease}. */
    public boolean hasSessionLocks() {
        return this != GALERA;
    }

    /** Whether the server itself has stamped every commit with its time. */
    public boolean stampsCommits() {
        return this == POSTGRESQL || this == PATRONI;
    }
}

package dev.baton.chaos.faults;

import dev.baton.chaos.node.Engine;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What can happen to a node, its way to the database, or the database. */
public enum Kind {
    KILL("kill -9", 10),
    TERMINATE("SIGTERM", 6),
    PAUSE_SHORT("SIGSTOP shorter than the lease", 6),
    PAUSE_LONG("SIGSTOP longer than the lease", 8),
    SQUEEZE("heap squeezed", 3),
    CUT("connections cut", 5),
    PARTITION("cut off from the database", 5),
    CUT_DATABASE_SIDE("database's side cut alone", 6),
    SILENCE("half-open: nothing passes", 6),
    SLOW_ANSWERS("answers late", 3),
    SLOW_THEN_CUT("answers late, then database's side cut", 5),
    TRICKLE("a trickle passes", 3),
    CUT_AFTER_COMMIT("cut just after COMMIT", 6),
    END_SESSION("the leader's session ended", 8),
    CUT_ALL("connections of all nodes cut", 3),
    SILENCE_ALL("half-open on all nodes", 3),
    TRANSFER("transfer", 8),
    DRAIN("drain", 5),
    RESTART_FAST("database restarted", 3),
    RESTART_IMMEDIATE("database crashed and recovered", 3),
    NO_CONNECTIONS("database out of connections", 3),
    FAIL_OVER("database failed over", 1),
    FAIL_OVER_LOSSY("database failed over, commits lost", 1),
    CLOCK_STEP("database clock stepped", 0),
    DISK_FULL("database's disk full", 0),
    SERVER_KILL("the leader's database server killed", 0),
    SERVER_PAUSE("the leader's database server stopped and resumed", 0),
    SERVER_CUT_OFF("the leader's database server cut off from the nodes", 0),
    SWITCH_OVER("database switched over to another server", 0);

    /** What only the suite's own PostgreSQL can have, which has a disk, a clock and a standby of the suite's. */
    private static final Set<Kind> OWN_POSTGRES = EnumSet.of(
            RESTART_FAST, RESTART_IMMEDIATE, NO_CONNECTIONS, FAIL_OVER, FAIL_OVER_LOSSY, CLOCK_STEP, DISK_FULL);

    private static final Set<Kind> SERVERS = EnumSet.of(SERVER_KILL, SERVER_PAUSE, SERVER_CUT_OFF, SWITCH_OVER);

    private final String title;
    private final int weight;

    Kind(String title, int weight) {
        this.title = title;
        this.weight = weight;
    }

    /** In the report. */
    public String title() {
        return title;
    }

    /** How often it is drawn; 0 where it must be asked for. */
    int weight() {
        return weight;
    }

    /** Whether it is drawn without being asked for. */
    boolean isUsual() {
        return weight > 0;
    }

    /** The same for a database: one that is not the suite's own is there to see what becomes of its servers. */
    public boolean isUsualOn(Engine engine) {
        return engine == Engine.POSTGRESQL ? isUsual() : (isUsual() || SERVERS.contains(this)) && canHappenOn(engine);
    }

    /** Whether a database of this kind can have it. */
    public boolean canHappenOn(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> true;
            case GALERA -> !OWN_POSTGRES.contains(this) && this != SWITCH_OVER && this != END_SESSION;
            default -> !OWN_POSTGRES.contains(this);
        };
    }

    /** On the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

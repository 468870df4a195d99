package dev.baton.chaos.faults;

import dev.baton.chaos.node.Roles;
import java.util.List;
import java.util.Random;

/** An endless row of faults that follows from a seed alone: the same seed, the same row. */
public final class FaultPlan {

    /** Whose leaders are hit, unless somebody says otherwise; nobody's name stands for any node. */
    public static final List<String> USUAL = List.of(
            Roles.EXECUTOR,
            Roles.EXECUTOR,
            Roles.COUNTER,
            Roles.REGISTER,
            Roles.REGISTER,
            Roles.LEDGER,
            "scheduler",
            "",
            "");

    private static final int ASKED_FOR = 12;

    private final Random random;
    private final List<Kind> kinds;
    private final List<String> roles;

    /**
     * @param kinds what may happen, drawn by weight
     * @param roles whose leaders it happens to
     */
    public FaultPlan(long seed, List<Kind> kinds, List<String> roles) {
        this.random = new Random(seed);
        this.kinds = kinds;
        this.roles = roles;
    }

    public Fault next() {
        Kind kind = kind();
        String role = roles.get(random.nextInt(roles.size()));
        return new Fault(kind, role, random.nextInt(1_000), millis(kind), between(500, 3_500), random.nextInt(6) == 0);
    }

    private Kind kind() {
        int all = kinds.stream().mapToInt(FaultPlan::weight).sum();
        int drawn = random.nextInt(all);
        for (Kind kind : kinds) {
            drawn -= weight(kind);
            if (drawn < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("no kind drawn");
    }

    /** Whoever asks for a fault that is not usual wants to see it. */
    private static int weight(Kind kind) {
        return kind.isUsual() ? kind.weight() : ASKED_FOR;
    }

    private long millis(Kind kind) {
        long lease = Roles.SESSION_LEASE.toMillis();
        return switch (kind) {
            case PAUSE_SHORT -> between(200, lease * 7 / 10);
            case PAUSE_LONG -> between(lease * 13 / 10, lease * 18 / 10);
            case KILL, TERMINATE -> between(200, 1_500);
            case PARTITION, SILENCE, SILENCE_ALL, SERVER_CUT_OFF -> between(500, lease * 14 / 10);
            case SLOW_ANSWERS, TRICKLE, SQUEEZE, NO_CONNECTIONS, DISK_FULL -> between(1_500, 4_000);
            case SLOW_THEN_CUT -> between(2_000, 3_000);
            case SERVER_PAUSE -> between(lease * 13 / 10, lease * 18 / 10);
            case FAIL_OVER_LOSSY -> between(300, 1_200);
            case CLOCK_STEP -> between(2_000, 6_000);
            default -> between(300, 1_500);
        };
    }

    private long between(long least, long most) {
        return least + random.nextLong(most - least + 1);
    }
}

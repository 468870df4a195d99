package dev.baton.simulation;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What was really tested: counted, so that a simulation cannot silently test nothing. */
final class Tally {

    enum Count {
        TERMS,
        FAILOVERS,
        RELEASES,
        TRANSFERS_TO_SUCCESSOR,
        TRANSFERS_IN_PEACE,
        TRANSFERS_EXPIRED,
        DEFERRED_TO_PREFERRED,
        EVICTIONS,
        IDLE_SESSION_KILLS,
        IDLE_TX_KILLS,
        TERMS_LOST,
        GIVEN_UP_AS_LATE,
        SLEEPS_NOTICED,
        RECOVERIES,
        HELD_UP_BY_OLD_WORK,
        CLOSED_IN_TIME,
        CUT_OFF,
        RENEWS,
        GATE_OPENINGS,
        GATE_REOPENINGS_IN_TERM,
        GATES_BLOCKED,
        LEFT_WHILE_WAITING,
        WAITED_TRUST_WINDOW,
        EXEMPT_OVERLAPS,
        ACTS,
        FENCED_COMMITS,
        FENCED_BY_A_ROW,
        FENCED_IN_ANOTHER_SPELLING,
        FENCE_SUPERSEDED,
        FENCE_EXPIRED,
        FENCE_WAITS,
        FENCES_LOST,
        WRITE_ERRORS,
        LOCKS_TAKEN,
        REQUESTS_LOST,
        ANSWERS_LOST,
        FAULT_CRASH,
        FAULT_PAUSE,
        FAULT_HICCUP,
        FAULT_LOSE_REQUEST,
        FAULT_LOSE_ANSWER,
        FAULT_NUDGE,
        FAULT_PARTITION,
        FAULT_SLOW,
        FAULT_SUSPEND,
        FAULT_DEFECT,
        FAULT_HANG,
        FAULT_CLOSE,
        FAULT_EXPIRED_BY_HAND,
        FAULT_REVOKED_BY_HAND,
        FAULT_DELETED_BY_HAND,
        FAULT_SERVER_CUT,
        FAULT_CLIENT_CUT,
        FAULT_LEAVE,
        FAULT_TRANSFER,
        FAULT_STOP_WAITING,
        FAULT_RESIGN,
        FAULT_LOCK,
        FAULT_TIME_JUMP,
        FAULT_STALL,
        FAULT_RESTART,
        FAULT_CLOCK_STEP,
        FAULT_FAIL_OVER,
        LOSSY_FAIL_OVERS,
        LOSSY_WITHOUT_TIMELINE,
        LOSSY_WITH_MIXED_TIMINGS,
        STEPS,
        RUNS
    }

    private final Map<Count, long[]> counts = new EnumMap<>(Count.class);

    Tally() {
        for (Count count : Count.values()) {
            counts.put(count, new long[1]);
        }
    }

    void add(Count count) {
        add(count, 1);
    }

    void add(Count count, long times) {
        counts.get(count)[0] += times;
    }

    long of(Count count) {
        return counts.get(count)[0];
    }

    void addAll(Tally other) {
        other.counts.forEach((count, cell) -> add(count, cell[0]));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Count count : Count.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-26s %,15d%n",
                    count.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    of(count)));
        }
        return text.toString();
    }
}

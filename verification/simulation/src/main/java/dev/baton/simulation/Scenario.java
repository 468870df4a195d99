package dev.baton.simulation;

import dev.baton.Backoff;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.election.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Everything that is decided before a run: who takes part, with which timings, and what goes wrong when.
 *
 * @param engine the database
 * @param strategies per role, then per node
 * @param spellings per node, whether it spells the name of the table in another way than most
 * @param preferred the preferred node, or -1
 * @param skew how far a stopwatch's rate may be off; two of them stay within the gate's margin
 * @param watchdog whether the server ends idle sessions by itself; if not, candidates evict
 * @param pace the longest pause between two transactions of a worker
 */
record Scenario(
        long seed,
        Engine engine,
        int nodes,
        List<List<Strategy>> strategies,
        List<Boolean> spellings,
        int preferred,
        double skew,
        boolean watchdog,
        long pace,
        List<Fault> faults) {

    static final long SECOND = 1_000_000_000L;
    static final long FAULTS_FROM = SECOND / 50;
    static final long FAULTS_UNTIL = 11 * SECOND;

    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(20), Duration.ofMillis(80), Duration.ofMillis(500));

    private static final Duration DRAIN_TIMEOUT = Duration.ofMillis(400);
    /** As in production, three times as long as a follower may take to look for released leases. */
    private static final Duration RESERVATION = SimulatedReleaseWatch.EVERY.multipliedBy(3);

    static Scenario of(long seed) {
        Dice dice = new Dice(seed);
        int nodes = 2 + dice.below(4);
        int roles = dice.chance(0.2) ? 2 : 1;
        boolean mixed = dice.chance(0.2);
        List<List<Strategy>> strategies = new ArrayList<>();
        for (int role = 0; role < roles; role++) {
            strategies.add(strategies(dice, nodes, mixed));
        }
        int preferred = dice.chance(0.15) ? dice.below(nodes) : -1;
        double skew = dice.chance(0.7) ? 0.009 : 0;
        boolean watchdog = dice.chance(0.5);
        long pace = dice.between(60, 700) * 1_000_000;
        List<Fault> faults =
                FaultPlan.withLocks(new Dice(seed ^ 0x10CCL), nodes, roles, new FaultPlan(dice, nodes, roles).draw());
        List<Boolean> spellings = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            spellings.add(dice.chance(0.2));
        }
        return new Scenario(
                seed,
                engine(dice, strategies),
                nodes,
                List.copyOf(strategies),
                List.copyOf(spellings),
                preferred,
                skew,
                watchdog,
                pace,
                faults);
    }

    /** Every second one is PostgreSQL; where there are no session locks, nobody is configured to use them. */
    private static Engine engine(Dice dice, List<List<Strategy>> strategies) {
        Engine engine = dice.chance(0.5) ? Engine.POSTGRESQL : dice.one(List.of(Engine.values()));
        boolean session = strategies.stream().flatMap(List::stream).anyMatch(Strategy.Session.class::isInstance);
        return session && !engine.hasSessionLocks() ? Engine.MARIADB : engine;
    }

    /** Mixed: as during a rolling change of the configuration, nodes differ in their timings, never in the strategy. */
    private static List<Strategy> strategies(Dice dice, int nodes, boolean mixed) {
        int kind = dice.below(5);
        Strategy first = strategy(dice, kind);
        List<Strategy> result = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            result.add(mixed ? strategy(dice, kind) : first);
        }
        return List.copyOf(result);
    }

    private static Strategy strategy(Dice dice, int kind) {
        if (kind < 2) {
            long lease = 800 + 200L * dice.below(3);
            long renew = lease * (20 + dice.below(65)) / 100;
            return new Strategy.Lease(millis(lease), millis(renew), millis(200 + dice.below(800)));
        }
        long trust = 250 + 100L * dice.below(4);
        long beat = trust * (20 + dice.below(31)) / 100;
        long sessionLease = trust + 300 + dice.below(600);
        Takeover takeover = kind == 4 ? Takeover.IMMEDIATE : Takeover.EXCLUSIVE;
        return new Strategy.Session(
                millis(beat), millis(trust), millis(sessionLease), millis(200 + dice.below(800)), takeover);
    }

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    int roles() {
        return strategies.size();
    }

    Strategy strategy(int role, int node) {
        return strategies.get(role).get(node);
    }

    Candidate candidate(int role, int node, String holderId) {
        return new Candidate(
                Names.role(role),
                holderId,
                Names.node(node),
                strategy(role, node),
                role + 1L,
                BACKOFF,
                node == preferred,
                DRAIN_TIMEOUT,
                RESERVATION,
                millis(700));
    }

    /** Within what time a named transfer arrives when nothing goes wrong: what is under way ends, and the successor looks. */
    long arrivalBound(int role) {
        long longest = 0;
        for (Strategy strategy : strategies.get(role)) {
            longest = Math.max(longest, strategy.callTimeout().toNanos());
        }
        return DRAIN_TIMEOUT.plus(RESERVATION).toNanos() + longest;
    }

    long longestLease(int role) {
        long longest = 0;
        for (Strategy strategy : strategies.get(role)) {
            longest = Math.max(longest, strategy.lease().toNanos());
        }
        return longest;
    }

    /** The longest time for which a gate stays open after the last heartbeat. */
    long longestWindow(int role) {
        long longest = 0;
        for (Strategy strategy : strategies.get(role)) {
            longest = Math.max(longest, strategy.gateWindow().toNanos());
        }
        return longest;
    }

    /** Whether instances differ in their timings. */
    boolean isMixed(int role) {
        return strategies.get(role).stream().distinct().count() > 1;
    }

    boolean isMixed() {
        return IntStream.range(0, roles()).anyMatch(this::isMixed);
    }

    boolean stepsClock() {
        return faults.stream().anyMatch(Fault.ClockStep.class::isInstance);
    }

    /** From here on nothing goes wrong any more. */
    long healsAt() {
        return FAULTS_UNTIL + SECOND;
    }

    /**
     * From here on there must be a leader: the last pause is over, the longest lease and a few attempts have passed, and
     * so has every second by which the database's clock was set back.
     */
    long settledAt() {
        long wait = 0;
        for (int role = 0; role < roles(); role++) {
            wait = Math.max(wait, Fault.LONGEST + 5 * longestLease(role) + 2 * SECOND);
        }
        for (Fault fault : faults) {
            wait += fault instanceof Fault.ClockStep step ? Math.max(0, -step.delta()) : 0;
        }
        return healsAt() + wait;
    }

    long endsAt() {
        return settledAt() + SECOND;
    }

    Scenario with(List<Fault> others) {
        return new Scenario(
                seed, engine, nodes, strategies, spellings, preferred, skew, watchdog, pace, List.copyOf(others));
    }
}

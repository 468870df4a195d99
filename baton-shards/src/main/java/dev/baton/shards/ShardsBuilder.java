package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/** Configures {@link Shards}. What cannot work is refused by the setter or by the start. */
public final class ShardsBuilder {

    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Baton baton;
    private final String group;
    private final int shards;
    private Function<String, Candidacy> candidacies = Candidacy::of;
    private Duration every = Duration.ofSeconds(1);
    private Duration absentAfter = Duration.ofSeconds(10);
    private Duration grace = Duration.ofMinutes(5);
    private int weight = 1;
    private ShardListener listener = new ShardListener() {};
    private ShardWork work = term -> {
        while (!term.awaitOver(IDLE)) {
            // Whoever asks for leading(key) works; this only keeps the term.
        }
    };

    ShardsBuilder(Baton baton, String group, int shards) {
        this.baton = Objects.requireNonNull(baton, "baton");
        this.group = GroupNames.check(group);
        this.shards = Layout.checkShards(shards);
    }

    /** What is done while a shard is led; nothing by default, for programs that ask {@link Shards#leading(String)}. */
    public ShardsBuilder work(ShardWork done) {
        this.work = Objects.requireNonNull(done, "work");
        return this;
    }

    /** Who hears of shards that are led here. */
    public ShardsBuilder listener(ShardListener heard) {
        this.listener = Objects.requireNonNull(heard, "listener");
        return this;
    }

    /** How every role of the group is elected, the same on every node; as the {@code Baton} does by default. */
    public ShardsBuilder strategy(Strategy how) {
        Objects.requireNonNull(how, "how");
        return candidacies(role -> Candidacy.of(role).with(how));
    }

    /** How this node stands for each role of the group, by the role's name: the same strategy for all, on every node. */
    public ShardsBuilder candidacies(Function<String, Candidacy> how) {
        this.candidacies = Objects.requireNonNull(how, "how");
        return this;
    }

    /** How large this node's share is beside those of others, from 1 to 1000; 1 by default. */
    public ShardsBuilder weight(int share) {
        this.weight = new Member(baton.nodeId(), share, Willingness.OPEN).weight();
        return this;
    }

    /** How long a node that went away has a claim to the shards that it had; 5 min by default, the same on every node. */
    public ShardsBuilder grace(Duration kept) {
        if (kept.isNegative()) {
            throw new IllegalArgumentException("grace is a time, or zero for none, not " + kept);
        }
        this.grace = kept;
        return this;
    }

    /**
     * How often nodes look at the plan and report themselves, and after how long without a report the plan goes on without
     * one; 1 s and 10 s by default, the same on every node. Heirs wait for neither.
     */
    public ShardsBuilder every(Duration round, Duration absence) {
        if (round.compareTo(Duration.ofMillis(10)) < 0 || absence.compareTo(round.multipliedBy(3)) < 0) {
            throw new IllegalArgumentException("rounds are at least 10 ms apart (" + round
                    + "), and a node is waited for at least three rounds (" + absence + "): choose longer times");
        }
        this.every = round;
        this.absentAfter = absence;
        return this;
    }

    /** Starts. A database that is away is waited for in the background. */
    public Shards start() {
        if (!baton.elects()) {
            throw new IllegalStateException(
                    "shards are divided by elections, and this Baton has them disabled: enable them");
        }
        ShardSettings settings =
                new ShardSettings(group, shards, candidacies, every, absentAfter, grace, work, listener);
        if (baton.observes() || settings.candidacy(0).observer()) {
            throw new IllegalStateException(
                    "node " + baton.nodeId() + " only observes, and the shards that a plan would give it"
                            + " would be led by nobody: let it take part, or start no Shards on it");
        }
        Shards started = new Shards(baton, settings, new Member(baton.nodeId(), weight, Willingness.OPEN));
        started.start();
        return started;
    }
}

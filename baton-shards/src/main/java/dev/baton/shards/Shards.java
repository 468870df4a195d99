package dev.baton.shards;

import dev.baton.Campaign;
import dev.baton.SetupRefusedException;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Baton;
import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part of a group of shards: it leads as many as its share is, hands over what the plan gives to others, and
 * takes what others leave or lose. Every shard is a role with a lease row, epochs, a gate and a fence of its own.
 *
 * <p>One instance per group and {@link Baton}. Thread-safe. Close it before its {@code Baton}.
 */
public final class Shards implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Shards.class);
    private static final long LONGEST_ROUND_SECONDS = 30;

    private final Baton baton;
    private final ShardSettings settings;
    private final ShardStore store;
    private final ShardSeats seats;
    private final WorkLog work;
    private final Campaign coordinator;
    private final ScheduledExecutorService rounds;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final List<CompletableFuture<Void>> drains = new ArrayList<>();
    private boolean ended; // guarded by drains
    private final AtomicReference<Member> self;
    private volatile GroupView seen;
    private long lastRound = Stopwatch.system().elapsed();
    private long followed; // the plan of which all was done, by its version
    private boolean hasReported;
    private boolean isReplaced;

    /** Begins to configure; {@code shards} is how many the group has when it is new, and changes nothing later. */
    public static ShardsBuilder of(Baton baton, String group, int shards) {
        return new ShardsBuilder(baton, group, shards);
    }

    Shards(Baton baton, ShardSettings settings, Member self) {
        this.baton = baton;
        this.settings = settings;
        this.self = new AtomicReference<>(self);
        this.store = new ShardStore(baton, settings.group());
        this.work = new WorkLog(settings.every());
        this.seats = new ShardSeats(baton, store, settings, work);
        this.rounds = Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-shards-" + settings.group()));
        this.coordinator = baton.campaign(
                settings.candidacy(GroupNames.coordinator(settings.group())), new Coordinator(baton, store, settings));
    }

    /** A database that will not do is refused now; one that is away is waited for. */
    void start() {
        try {
            store.use((s, c) -> s.found(c, settings.shards(), Optional.empty()));
        } catch (SQLException e) {
            LOG.warn("the shards of {} wait for the database ({})", settings.group(), e.getMessage());
        } catch (SetupRefusedException e) {
            close();
            throw e;
        }
        long millis = settings.every().toMillis();
        var scheduled = rounds.scheduleWithFixedDelay(this::round, 0, millis, TimeUnit.MILLISECONDS);
        LOG.trace("a round every {} ms: {}", millis, scheduled);
    }

    private void round() {
        try {
            if (!baton.campaigns().contains(coordinator)) {
                LOG.warn("group {} ends here, because its Baton was closed before it", settings.group());
                rounds.shutdown();
                endDrains();
                return;
            }
            lookAndAct();
            lastRound = Stopwatch.system().elapsed();
        } catch (SQLException | RuntimeException e) {
            LOG.warn("shards of {} miss a round ({})", settings.group(), e.getMessage());
            leaveWhenBlind();
        } catch (Error e) { // thrown on, it would end all rounds without a word
            LOG.error("shards of {} miss a round", settings.group(), e);
            leaveWhenBlind();
        }
    }

    /** The others no longer count on a node that cannot report itself, and it may miss that its layout is to end. */
    private void leaveWhenBlind() {
        if (Stopwatch.system().elapsed() - lastRound > settings.absentAfter().toNanos()) {
            seats.leaveLed();
        }
    }

    private void lookAndAct() throws SQLException {
        GroupView before = seen;
        Member now = self.get();
        seats.beforeLook();
        GroupView view = store.use((s, c) -> {
            GroupState state =
                    s.found(c, settings.shards(), Optional.ofNullable(before).map(GroupView::state));
            boolean known = before != null && before.state().equals(state); // also if somebody has written it by hand
            return known ? before.with(s.members(c)) : s.view(c, state);
        });
        seen = view;
        boolean knewPlan = before != null
                && before.state().version() == view.state().version()
                && followed == view.state().version();
        if (seats.act(view, knewPlan)) {
            followed = view.state().version();
        }
        if (closed.get()) { // this look has taken longer than the closing waits for, and the node has signed off
            return;
        }
        report(view, now);
        settleDrains(view, now);
    }

    /**
     * Of several processes of one name the latest reports itself. If all did, the node would have another weight in every report,
     * and shards would go to and fro.
     */
    private void report(GroupView view, Member now) throws SQLException {
        MemberRow row = view.members().get(now.node());
        boolean another = row != null
                && !row.holder().equals(baton.holderId())
                && row.silent().compareTo(settings.absentAfter()) <= 0;
        if (another && hasReported) {
            if (!isReplaced) {
                LOG.warn(
                        "{} reports itself as node {} too: weight and drain of this process do not count",
                        row.holder(),
                        now.node());
            }
            isReplaced = true;
            return;
        }
        store.use((s, c) -> {
            s.beat(c, now, followed);
            return null;
        });
        hasReported = true;
        isReplaced = false;
        reportWork(now);
    }

    /** Some rounds apart, in one statement whatever the number of shards; nothing waits for it. */
    private void reportWork(Member now) {
        work.report(Stopwatch.system().elapsed()).ifPresent(done -> {
            try {
                store.use((s, c) -> {
                    s.saveWork(c, now.node(), done);
                    return null;
                });
            } catch (SQLException e) {
                LOG.debug("what was done for shards of {} is not told", settings.group(), e);
            }
        });
    }

    private void settleDrains(GroupView view, Member now) {
        boolean owns = view.plan().stream()
                .anyMatch(assignment ->
                        assignment.owner().filter(baton.nodeId()::equals).isPresent());
        if (now.willingness() == Willingness.DRAINING && !owns && seats.leadsNothing()) {
            completeDrains();
        }
    }

    private void completeDrains() {
        synchronized (drains) {
            drains.forEach(drain -> drain.complete(null));
            drains.clear();
        }
    }

    /** No round will say any more that nothing is led here. */
    private void endDrains() {
        synchronized (drains) {
            ended = true;
            completeDrains();
        }
    }

    /** The name of the group. */
    public String group() {
        return settings.group();
    }

    /** How the group is divided, as this node last saw it; empty until it has reached the database. */
    public Optional<Layout> layout() {
        return Optional.ofNullable(seen).map(view -> view.state().layout());
    }

    /** The shards that this node leads now. */
    public List<ShardTerm> leading() {
        return seats.terms();
    }

    /** The term under which this node may work on a key now; empty if another node does, or nobody. */
    public Optional<ShardTerm> leading(String key) {
        return layout().flatMap(layout -> seats.term(layout, layout.shardOf(key)));
    }

    /** Where every shard belongs, as this node last saw it. */
    public List<ShardPlace> plan() {
        GroupView view = seen;
        return view == null ? List.of() : view.places(settings.group());
    }

    /**
     * Leaves all shards to other nodes, one by one as those can take them, and takes none until {@link #open()}.
     *
     * @return completed when this node leads none; cancelled if it is opened, or refuses only, before that
     */
    public CompletableFuture<Void> drain() {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        synchronized (drains) {
            if (ended) {
                return CompletableFuture.completedFuture(null);
            }
            drains.add(drained);
        }
        take(Willingness.DRAINING);
        return drained;
    }

    /** Takes no shard that this node does not have, until {@link #open()}. If no other node takes any, it takes them all the same. */
    public void refuseNew() {
        take(Willingness.REFUSING);
    }

    /** Takes its share again. */
    public void open() {
        take(Willingness.OPEN);
    }

    private void take(Willingness willingness) {
        change(member -> new Member(member.node(), member.weight(), willingness));
        if (willingness != Willingness.DRAINING) {
            cancelDrains();
        }
    }

    private void cancelDrains() {
        synchronized (drains) {
            drains.forEach(drain -> drain.cancel(false));
            drains.clear();
        }
    }

    /** How large this node's share is beside those of others; 1 at first. */
    public void weight(int weight) {
        change(member -> new Member(member.node(), weight, member.willingness()));
    }

    private void change(UnaryOperator<Member> change) {
        Member changed = self.updateAndGet(change);
        try {
            rounds.execute(this::round);
        } catch (RejectedExecutionException e) {
            LOG.debug("group {} is closed: {} changes nothing", settings.group(), changed);
        }
    }

    /**
     * Asks for another number of shards. The coordinator has all shards of this layout end, fences them off, and begins the next
     * layout: no key is worked on by two shards at once, and none is worked on meanwhile. Returns at once.
     */
    public void resize(int shards) throws SQLException {
        Layout.checkShards(shards);
        if (!store.use((s, c) -> s.want(c, shards))) {
            throw new SQLException("there is no group '" + group() + "' yet: no node of it has reached the database");
        }
    }

    /** Leaves the group: work in flight is finished first, then the heirs lead. Idempotent; waits, within a bound. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        rounds.shutdown();
        try {
            if (!rounds.awaitTermination(LONGEST_ROUND_SECONDS, TimeUnit.SECONDS)) {
                rounds.shutdownNow();
            }
            store.use((s, c) -> {
                s.leave(c, baton.nodeId());
                return null;
            });
        } catch (InterruptedException e) {
            rounds.shutdownNow();
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("this node could not sign off from group {}", settings.group(), e);
        } finally {
            coordinator.close();
            seats.close();
            endDrains();
        }
    }
}

package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Candidacy;
import dev.baton.support.Stopwatch;
import dev.baton.testkit.Node;
import dev.baton.testkit.OddConnections;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is done to a group of shards by hand, by its application and by the data source that it is given. */
abstract class ShardFaultsContract extends ShardsFixture {

    private static final String GROUP = "parcels";

    private Shards join(Node node, UnaryOperator<ShardsBuilder> settings) {
        ShardsBuilder builder = Shards.of(node.baton(), GROUP, 4)
                .work(ledger.work(node.baton()))
                .every(ROUND, Duration.ofSeconds(4));
        Shards shards = settings.apply(builder).start();
        open.push(shards);
        return shards;
    }

    private Shards join(String id) {
        return join(node(id), builder -> builder);
    }

    @Test
    void aListenerThatThrowsKeepsNoShardFromBeingWorkedOn() throws Exception {
        Shards a = join(
                node("a"),
                builder -> builder.listener(new ShardListener() {
                    @Override
                    public void began(ShardTerm term) {
                        throw new NoClassDefFoundError("began");
                    }

                    @Override
                    public void ended(ShardTerm term) {
                        throw new IllegalStateException("ended");
                    }
                }));
        untilAllKeysWorkedOn(1);
        a.resize(3);
        untilAllKeysWorkedOn(2);
        assertNoKeyWasWorkedOnTwice();
    }

    /** Its node cannot lead before that work has ended: whoever handed it the shard would do so in vain, for ever. */
    @Test
    void nobodyHandsAShardToANodeWhoseOldWorkRunsOn() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        open.push(end::countDown);
        AtomicBoolean hangs = new AtomicBoolean(true);
        Node node = node("a");
        Shards a = join(node, builder -> builder.work(term -> leadAndHang(term, hangs, end)));
        Node other = node("b");
        Shards b = join(other, builder -> builder);
        Waits.until("even", () -> led(a).size() == 2 && led(b).size() == 2);

        ShardTerm lost = a.leading().get(0);
        String role = lost.token().role();
        Campaign campaign = node.baton().campaigns().stream()
                .filter(stood -> stood.role().equals(role))
                .findFirst()
                .orElseThrow();
        campaign.stepDown(lost.token(), "a test");
        Waits.until("the heir leads", () -> led(b).contains(lost.shard()));
        ShardStore store = new ShardStore(other.baton(), GROUP);
        Set<Long> reports = new HashSet<>();
        Waits.until("the owner has reported itself often", () -> {
            store.use(ShardStore::members).stream()
                    .filter(row -> row.member().node().equals("a"))
                    .forEach(row -> reports.add(row.seenMicros()));
            return reports.size() > 30;
        });
        assertThat(other.events().all())
                .noneMatch(event ->
                        event.kind() == Kind.LEADER_RELEASED && event.role().equals(role));

        hangs.set(false);
        end.countDown();
        Waits.until("even again", () -> led(a).contains(lost.shard()) && led(b).size() == 2);
    }

    private static void leadAndHang(ShardTerm term, AtomicBoolean hangs, CountDownLatch end) {
        boolean over = false;
        while (!over || (hangs.get() && end.getCount() > 0)) {
            try {
                over = over || term.awaitOver(Duration.ofSeconds(1));
                if (over && hangs.get()) {
                    end.await();
                }
            } catch (InterruptedException e) {
                over = term.isOver();
            }
        }
    }

    @Test
    void worksOnConnectionsInAnyState() throws Exception {
        OddConnections odd = new OddConnections(database.dataSource(), Connection.TRANSACTION_SERIALIZABLE);
        Shards a = join(node("a", odd.dataSource()), builder -> builder);
        Shards b = join("b");
        Waits.until("even", () -> led(a).size() == 2 && led(b).size() == 2);
        a.resize(3);
        untilAllKeysWorkedOn(2);
        a.close();
        untilAllLed(3, b);
        assertNoKeyWasWorkedOnTwice();
        assertThat(odd.complaints()).isEmpty();
    }

    @Test
    void aRoleThatTheApplicationHasTakenKeepsNoOtherShardFromBeingLed() throws Exception {
        Node node = node("a");
        Campaign own = node.baton().campaign(GroupNames.shard(GROUP, 1));
        Shards a = join(node, builder -> builder);
        Waits.until("all others are led", () -> led(a).equals(Set.of(0, 2, 3)));
        own.close();
        untilAllLed(4, a);
    }

    @Test
    void twoProcessesOfOneNameShareWhatItHas() throws Exception {
        Shards one = join("a");
        Shards same = join(node("a"), builder -> builder.weight(5));
        Node other = node("b");
        Shards b = join(other, builder -> builder);
        untilAllLed(4, one, same, b);
        untilOneReports(other);
        same.close();
        untilAllLed(4, one, b);
        assertNoKeyWasWorkedOnTwice();
    }

    /** Else the node would have another weight in every report, and shards would go to and fro. */
    private void untilOneReports(Node looking) {
        ShardStore store = new ShardStore(looking.baton(), GROUP);
        Set<Long> reports = new HashSet<>();
        Set<String> holders = new HashSet<>();
        Waits.until("one of the two reports the node, again and again", () -> {
            for (MemberRow row : store.use(ShardStore::members)) {
                if (row.member().node().equals("a")) {
                    if (holders.add(row.holder())) {
                        reports.clear();
                        holders.retainAll(Set.of(row.holder()));
                    }
                    reports.add(row.seenMicros());
                }
            }
            return reports.size() > 30;
        });
    }

    /** Nobody would lead what a plan gives to it. */
    @Test
    void whoOnlyObservesTakesNoPart() throws Exception {
        Node node = node("a");
        ShardsBuilder observing = Shards.of(node.baton(), GROUP, 4)
                .candidacies(role -> Candidacy.of(role).observing());
        assertThatThrownBy(observing::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("node a only observes");
    }

    /** After an outage of a day, or a step of the clock, the reports of all are old; one that joins must not cost others their place. */
    @Test
    void aNewPlanForgetsNobodyWhomItCountsOn() throws Exception {
        Node node = node("a");
        ShardStore store = new ShardStore(node.baton(), GROUP);
        store.use((s, c) -> {
            s.found(c, 1, Optional.empty());
            s.beat(c, new Member("owner", 1, Willingness.OPEN), 0);
            s.beat(c, new Member("heir", 1, Willingness.OPEN), 0);
            s.beat(c, new Member("nobody", 1, Willingness.OPEN), 0);
            return null;
        });
        execute("UPDATE baton_shard_members SET seen_at = '2001-01-01 00:00:00'");
        LeaderToken token = node.lead(GroupNames.coordinator(GROUP), strategy());
        Assignment led = new Assignment(Optional.of("owner"), Optional.of("heir"), Optional.empty(), Duration.ZERO);
        node.baton().fenced(token, c -> {
            store.replacePlan(c, token, List.of(led));
            store.savePlan(c, token, store.view(c), List.of(led));
        });
        assertThat(store.use(ShardStore::view).members()).containsOnlyKeys("owner", "heir");
    }

    /** As after a clock that was set back: who is dead does not live until its last report's time comes again. */
    @Test
    void aReportThatIsStillToComeIsNoSignOfLife() throws Exception {
        Node node = node("a");
        ShardStore store = new ShardStore(node.baton(), GROUP);
        store.use((s, c) -> {
            s.found(c, 1, Optional.empty());
            s.beat(c, new Member("dead", 1, Willingness.OPEN), 0);
            return null;
        });
        MemberWatch watch = new MemberWatch(Stopwatch.system(), Duration.ofDays(1));
        assertThat(watch.living(store.use(ShardStore::view))).hasSize(1);
        execute("UPDATE baton_shard_members SET seen_at = '2100-01-01 00:00:00'");
        assertThat(watch.living(store.use(ShardStore::view))).isEmpty();
    }

    /** It keeps what it has and takes nothing, until nobody else takes any. */
    @Test
    void whoRefusesNewShardsTakesThemAllTheSameIfNobodyElseDoes() {
        Shards a = join("a");
        Shards b = join("b");
        Waits.until("even", () -> led(a).size() == 2 && led(b).size() == 2);
        Set<Integer> own = led(a);
        a.refuseNew();
        Shards c = join("c");
        Waits.until("the newcomer has its part", () -> !led(c).isEmpty());
        b.close();
        untilAllLed(4, a, c);
        Waits.until("the rest is the newcomer's", () -> led(c).size() >= 2 && own.containsAll(led(a)));
        CompletableFuture<Void> drained = c.drain();
        untilAllLed(4, a);
        Waits.until("the other has left all", drained::isDone);
    }

    /** Whoever waits for a drain that is called off would wait for ever. */
    @Test
    void aDrainThatIsCalledOffEnds() {
        Shards a = join("a");
        untilAllLed(4, a);
        CompletableFuture<Void> opened = a.drain();
        a.open();
        assertThat(opened).isDone();
        CompletableFuture<Void> refusing = a.drain();
        a.refuseNew();
        assertThat(refusing).isDone();
        a.open();
        untilAllLed(4, a);
    }

    @Test
    void aDrainAfterTheClosingIsDone() {
        Shards a = join("a");
        untilAllLed(4, a);
        a.close();
        assertThat(a.drain()).isCompleted();
    }
}

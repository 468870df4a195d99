package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.spi.Departure;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Leases without a campaign: {@link Baton#tryLease}. */
public interface TryLeaseContract extends Contract {

    /** A lease is long for all that a test does with it. */
    Duration LONG = Duration.ofMinutes(10);

    @Test
    default void aTriedLeaseExcludesEveryOtherCallerUntilItIsGivenBack() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = taken(one, Duration.ofMinutes(1));
        assertThat(two.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
        assertThat(one.tryLease(role(), Duration.ofMinutes(1)))
                .as("another caller in the same process")
                .isEmpty();
        one.fenced(held.token(), connection -> {});
        held.release();
        HeldLease next = taken(two, Duration.ofMinutes(1));
        assertThat(next.token().epoch()).isEqualTo(held.token().epoch() + 1);
    }

    @Test
    default void aTriedLeaseIsGivenBackAtTheEndOfItsBlockAndOnlyOnce() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = taken(one, Duration.ofMinutes(1));
        try (held) {
            assertThat(two.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
            one.fenced(held.token(), connection -> {});
        }
        HeldLease next = taken(two, Duration.ofMinutes(1));
        held.close();
        assertThat(one.tryLease(role(), Duration.ofMinutes(1)))
                .as("the second close changes nothing")
                .isEmpty();
        two.fenced(next.token(), connection -> {});
    }

    @Test
    default void aTriedLeaseEndsByTheDatabasesClockAndLeavesItsHolderNothing() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = taken(one, Duration.ofSeconds(1));
        HeldLease next = Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> two.tryLease(role(), Duration.ofMinutes(1)), Optional::isPresent)
                .orElseThrow();
        assertThat(held.extend(Duration.ofMinutes(1))).isFalse();
        held.release(); // not its own any more: the next holder keeps it
        assertThat(one.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
        assertThatThrownBy(() -> one.fenced(held.token(), connection -> {})).isInstanceOf(StaleTokenException.class);
        two.fenced(next.token(), connection -> {});
    }

    /** A server of a cluster may hear a moment later that another instance has given it back. */
    private HeldLease taken(Baton baton, Duration atMost) throws SQLException {
        AtomicReference<HeldLease> held = new AtomicReference<>();
        Waits.until("the lease", () -> {
            baton.tryLease(role(), atMost).ifPresent(held::set);
            return held.get() != null;
        });
        return held.get();
    }

    /** An instance that has recorded a term of the role already, and so may take the next ones in a shorter way. */
    private Baton atHome(String id) throws SQLException {
        Baton baton =
                cluster().node(id, settings -> settings.recordLeasesEvery(LONG)).baton();
        taken(baton, LONG).release();
        return baton;
    }

    @Test
    default void epochsOfLeasesThatComeAndGoGrowByOne() throws Exception {
        List<Baton> instances = List.of(atHome("one"), atHome("two"));
        long last = table().row(role()).orElseThrow().epoch();
        for (int i = 0; i < 20; i++) {
            Baton baton = instances.get(i % 2);
            try (HeldLease held = taken(baton, LONG)) {
                assertThat(held.token().epoch()).isEqualTo(++last);
                baton.fenced(held.token(), connection -> {});
                assertThat(instances.get(1 - i % 2).tryLease(role(), LONG)).isEmpty();
                assertThat(held.extend(LONG)).isTrue();
            }
        }
        assertThat(table().row(role()).orElseThrow().epoch()).isEqualTo(last);
    }

    /** Whoever was granted the fence before the lease was given back may commit, and nobody has the next term until then. */
    @Test
    default void theNextHolderWaitsForAFencedTransactionOfTheLastOne() throws Exception {
        Baton one = atHome("one");
        Baton two = atHome("two");
        table().update("CREATE TABLE written_by_" + role().replace('-', '_') + " (epoch bigint)");
        HeldLease held = taken(one, LONG);
        AtomicBoolean committed = new AtomicBoolean();
        CompletableFuture<Boolean> next;
        try (Connection writer = database().stepByStep().getConnection()) {
            writer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            writer.setAutoCommit(false);
            one.fence().enter(writer, held.token());
            held.release();
            next = CompletableFuture.supplyAsync(() -> {
                HeldLease taken = Awaitility.await()
                        .atMost(TestPatience.LONGEST_WAIT)
                        .ignoreExceptions()
                        .until(() -> two.tryLease(role(), LONG), Optional::isPresent)
                        .orElseThrow();
                assertThat(taken.token().epoch()).isEqualTo(held.token().epoch() + 1);
                return committed.get();
            });
            assertThatThrownBy(() -> next.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            LeaseTable.update(
                    writer,
                    "INSERT INTO written_by_" + role().replace('-', '_') + " VALUES (?)",
                    held.token().epoch());
            committed.set(true);
            one.fence().commit(writer);
        }
        assertThat(next.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .as("the write of the last term was committed before the next term was granted")
                .isTrue();
        assertThatThrownBy(() -> one.fenced(held.token(), connection -> {})).isInstanceOf(StaleTokenException.class);
    }

    @Test
    default void aLeaseThatIsReservedIsLeftToWhomItIsReservedFor() throws Exception {
        Baton one = atHome("one");
        Baton two = atHome("two");
        try (ManualCandidate leaving = seat("leaving", lease())) {
            LeaderToken token = leaving.acquire();
            leaving.store().release(token, Departure.to("two", Duration.ofSeconds(50)));
            assertThat(one.tryLease(role(), LONG)).isEmpty();
            assertThat(taken(two, LONG).token().epoch()).isEqualTo(token.epoch() + 1);
        }
    }

    @Test
    default void aLeaseThatWasRevokedByHandIsNotGivenBackByItsHolder() throws Exception {
        Baton one = atHome("one");
        Baton two = atHome("two");
        HeldLease held = taken(one, LONG);
        table().revoke(role());
        assertThatThrownBy(() -> one.fenced(held.token(), connection -> {})).isInstanceOf(StaleTokenException.class);
        HeldLease next = taken(two, LONG);
        assertThat(next.token().epoch()).isEqualTo(held.token().epoch() + 2);
        held.release();
        assertThat(one.tryLease(role(), LONG)).as("still the next one's").isEmpty();
    }

    /** Two that believe to have it would be in it together, and two terms of one epoch would be one to the fence. */
    @Test
    default void manyWhoTryAtOnceHaveItOneAfterTheOther() throws Exception {
        List<Baton> instances = List.of(atHome("one"), atHome("two"));
        AtomicInteger inside = new AtomicInteger();
        List<Long> epochs = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger late = new AtomicInteger();
        List<SQLException> unanswered = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Baton baton = instances.get(i % 2);
            all.add(CompletableFuture.runAsync(() -> {
                while (epochs.size() < 60) {
                    try {
                        Optional<HeldLease> lease = baton.tryLease(role(), LONG);
                        if (lease.isPresent()) {
                            late.addAndGet(inside.getAndIncrement());
                            epochs.add(lease.get().token().epoch());
                            inside.decrementAndGet();
                            lease.get().release();
                        }
                    } catch (SQLException e) { // a machine that stands still for longer than an answer may take
                        unanswered.add(e);
                    }
                }
            }));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .get(2 * TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(late).as("found somebody inside").hasValue(0);
        assertThat(unanswered).hasSizeLessThan(epochs.size());
        assertThat(epochs).isSorted().doesNotHaveDuplicates();
    }

    @Test
    default void everyTermOfALeaseIsRecordedWhereThatIsAskedFor() throws Exception {
        Baton one = cluster()
                .node("one", settings -> settings.recordLeasesEvery(Duration.ZERO))
                .baton();
        for (long epoch = 1; epoch <= 4; epoch++) {
            taken(one, LONG).release();
            assertThat(table().term(role(), epoch)).containsExactly("acquired", "released");
        }
    }

    /** What is recorded of a term is its beginning and its end, and a term that nobody gave back has an end as well. */
    @Test
    default void aTermOfALeaseIsRecordedAsAWholeOrNotAtAll() throws Exception {
        Baton one = atHome("one");
        for (int i = 0; i < 5; i++) {
            taken(one, LONG).release();
        }
        assertThat(table().term(role(), 1)).containsExactly("acquired", "released");
        for (long epoch = 2; epoch <= 6; epoch++) {
            assertThat(table().term(role(), epoch)).isIn(List.of("acquired", "released"), List.of());
        }
        assertThat(one.tryLease(role(), LONG)).isPresent();
        table().expire(role());
        HeldLease next = taken(one, LONG);
        assertThat(next.token().epoch()).isEqualTo(8);
        assertThat(table().term(role(), 7)).last().isEqualTo("lost");
        assertThat(table().term(role(), 8)).containsExactly("acquired");
    }

    @Test
    default void aLeaseWhoseRowWasDeletedGoesOnAboveItsTerms() throws Exception {
        Baton one = atHome("one");
        for (int i = 0; i < 5; i++) {
            taken(one, LONG).release();
        }
        table().delete(role());
        assertThat(taken(one, LONG).token().epoch()).isGreaterThan(6);
    }
}

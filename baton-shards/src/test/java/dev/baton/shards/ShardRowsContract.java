package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.contract.Waits;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows of a group that somebody deletes or changes by hand, while its nodes work. */
abstract class ShardRowsContract extends ShardsFixture {

    private static final String GROUP = "parcels";

    private Shards join(String id) {
        return join(id, 4);
    }

    private Shards join(String id, int count) {
        Node node = node(id);
        Shards shards = Shards.of(node.baton(), GROUP, count)
                .work(ledger.work(node.baton()))
                .every(ROUND, Duration.ofSeconds(4))
                .start();
        open.push(shards);
        return shards;
    }

    @Test
    void whoHasNotSeenTheRowOfAPlannedGroupDoesNotInventOne() throws Exception {
        Shards a = join("a");
        untilAllLed(4, a);
        a.close();
        execute("DELETE FROM baton_shard_groups");
        ShardStore store = new ShardStore(node("b").baton(), GROUP);
        assertThatThrownBy(() -> store.use((s, c) -> s.found(c, 9, Optional.empty())))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("its plan is there");
    }

    /**
     * Who finds all tables empty does not know in which layout others still work. The roles are left: the layout that is begun with
     * has all of their shards, a number past every one that there was, and has to end first.
     */
    @Test
    void whoFindsAllTablesEmptyBeginsAfterThoseWhoStillWork() throws Exception {
        Node deaf = node("deaf");
        ShardSeat seat = deafSeat(deaf);
        execute("DELETE FROM baton_shard_groups");
        execute("DELETE FROM baton_shard_plan");
        execute("DELETE FROM baton_shard_members");

        Node other = node("b");
        Shards b = Shards.of(other.baton(), GROUP, 2)
                .work(ledger.work(other.baton()))
                .every(ROUND, Duration.ofSeconds(4))
                .start();
        open.push(b);
        assertThatTheNextLayoutWaitsFor(seat, b);
        assertThat(b.layout().orElseThrow().number()).isGreaterThan(1);
        assertThat(b.layout().orElseThrow().shards()).isEqualTo(2);
    }

    /** Works on a key whose shard there is with four and is not with two, and never looks at the group again. */
    private ShardSeat deafSeat(Node deaf) throws Exception {
        ShardSeat seat = seatOfTheFirstLayout(deaf);
        Waits.until("the deaf one works", () -> !ledger.all().isEmpty());
        return seat;
    }

    private ShardSeat seatOfTheFirstLayout(Node deaf) throws SQLException {
        ShardStore store = new ShardStore(deaf.baton(), GROUP);
        store.use((s, c) -> s.found(c, 4, Optional.empty()));
        ShardSettings settings = new ShardSettings(
                GROUP,
                4,
                role -> Candidacy.of(role).with(strategy()),
                ROUND,
                ROUND,
                ROUND,
                ledger.work(deaf.baton()),
                new ShardListener() {});
        ShardSeat seat = new ShardSeat(deaf.baton(), store, settings, new WorkLog(ROUND), new Layout(1, 4), 3);
        seat.open();
        return seat;
    }

    private void assertThatTheNextLayoutWaitsFor(ShardSeat seat, Shards... others) throws Exception {
        long before = commitsOfDeaf();
        // On a machine that stands still its term may be lost meanwhile: then the next layout may begin, but only then.
        Waits.until(
                "the deaf one works on",
                () -> commitsOfDeaf() > before + 20 || seat.term().isEmpty());
        seat.close();
        for (Shards shards : others) {
            Waits.until("the next layout", () -> hasTwoShards(shards));
        }
        untilAllLed(2, others);
        untilAllKeysWorkedOn(others[0].layout().orElseThrow().number());
        assertNoKeyWasWorkedOnTwice();
    }

    private static boolean hasTwoShards(Shards node) {
        return node.layout().map(Layout::shards).equals(Optional.of(2));
    }

    private long commitsOfDeaf() throws SQLException {
        return ledger.all().stream().filter(done -> done.node().equals("deaf")).count();
    }

    /** Terms of either number may be at work: all end before anything begins. */
    @Test
    void aNumberOfShardsThatIsWrittenByHandBeginsAnotherLayout() throws Exception {
        ShardSeat seat = deafSeat(node("deaf"));
        Shards a = join("a");
        Waits.until("all others are led", () -> led(a).equals(Set.of(0, 1, 2)));
        execute("UPDATE baton_shard_groups SET shards = 2, wanted = 2");
        Shards b = join("b");
        assertThatTheNextLayoutWaitsFor(seat, a, b);
        assertThat(a.layout()).contains(new Layout(3, 2));

        execute("UPDATE baton_shard_groups SET shards = 0");
        Waits.until(
                "everybody is in the next",
                () -> a.layout().equals(Optional.of(new Layout(5, 2)))
                        && b.layout().equals(a.layout()));
        untilAllLed(2, a, b);
        assertNoKeyWasWorkedOnTwice();
    }

    @Test
    void aNumberThatCannotBeEndsNothing() throws Exception {
        Shards a = join("a");
        untilAllLed(4, a);
        execute("UPDATE baton_shard_groups SET wanted = 0");
        Shards b = join("b");
        Waits.until("the newcomer has its share", () -> led(b).size() == 2);
        execute("UPDATE baton_shard_groups SET wanted = 1025");
        b.close();
        untilAllLed(4, a);
        assertThat(a.layout()).contains(new Layout(1, 4));
    }

    @Test
    void aRowThatIsGoneIsWrittenAnewByWhoHasSeenIt() throws Exception {
        Shards a = join("a");
        Shards b = join("b");
        Waits.until("even", () -> led(a).size() == 2 && led(b).size() == 2);
        execute("DELETE FROM baton_shard_groups");
        Shards c = join("c", 9); // has not seen it, and has another number in its code
        Waits.until(
                "all work in a later layout",
                () -> List.of(a, b, c).stream().allMatch(ShardRowsContract::isInALaterLayout));
        Layout later = c.leading().get(0).layout();
        assertThat(later.shards()).isEqualTo(4);
        untilAllLed(4, a, b, c);
        untilAllKeysWorkedOn(later.number());
        assertNoKeyWasWorkedOnTwice();
    }

    private static boolean isInALaterLayout(Shards node) {
        List<ShardTerm> terms = node.leading();
        return !terms.isEmpty() && terms.stream().allMatch(term -> term.layout().number() > 1);
    }

    /** It was stopped while layouts followed each other, and is the first to look when the row is gone: its layout is no layout to go on from. */
    @Test
    void whoComesBackFromLongAgoBeginsAfterWhatTheOthersHad() throws Exception {
        Shards a = join("a");
        untilAllLed(4, a);
        ShardStore store = new ShardStore(node("b").baton(), GROUP);
        GroupState longAgo = store.use(ShardStore::state).orElseThrow();
        a.resize(6);
        untilLayout(new Layout(2, 6), a);
        a.resize(2);
        untilLayout(new Layout(3, 2), a);
        a.close();
        for (String table : Set.of("groups", "plan", "members")) {
            execute("DELETE FROM baton_shard_" + table);
        }
        GroupState begun = store.use((s, c) -> s.found(c, 4, Optional.of(longAgo)));
        assertThat(begun.layout().number()).isGreaterThan(3);
        assertThat(begun.layout().shards()).as("all that were ever led").isEqualTo(6);
        assertThat(begun.closing()).isTrue();
    }

    private static void untilLayout(Layout layout, Shards... nodes) {
        for (Shards shards : nodes) {
            Waits.until("everybody sees " + layout, () -> shards.layout().equals(Optional.of(layout)));
            untilAllLed(layout.shards(), nodes);
        }
    }

    /** As somebody would who wants to begin anew; terms of the number that was are at work. */
    @Test
    void anotherNumberAndNoPlanBeginAnotherLayout() throws Exception {
        ShardSeat seat = deafSeat(node("deaf"));
        Shards a = join("a");
        Waits.until("all others are led", () -> led(a).equals(Set.of(0, 1, 2)));
        execute("UPDATE baton_shard_groups SET shards = 2, wanted = 2");
        execute("DELETE FROM baton_shard_plan");
        Shards b = join("b");
        assertThatTheNextLayoutWaitsFor(seat, a, b);
    }

    /** It may be granted the shard's role after the coordinator has had it: that the layout ends has to stand in the row by then. */
    @Test
    void whoStillStandsForAShardOfALayoutThatEndsDoesNotWork() throws Exception {
        Shards a = join("a");
        untilAllLed(4, a);
        ShardSeat seat = seatOfTheFirstLayout(node("deaf"));
        execute("UPDATE baton_shard_groups SET wanted = 2");
        execute("DELETE FROM baton_shard_plan");
        Waits.until("the next layout, or the deaf one works", () -> commitsOfDeaf() > 0 || hasTwoShards(a));
        if (commitsOfDeaf() > 0) { // a left the shard before the coordinator wrote: then the next layout waits for it
            assertThatTheNextLayoutWaitsFor(seat, a);
            return;
        }
        untilAllLed(2, a);
        untilAllKeysWorkedOn(a.layout().orElseThrow().number());
        assertThat(commitsOfDeaf()).isZero();
        seat.close();
        assertNoKeyWasWorkedOnTwice();
    }
}

package dev.baton.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the check of shards calls wrong. */
class ShardCheckTest {

    private static final String KEY = "key-1";
    private static final int FIRST = new Layout(1, 4).shardOf(KEY);
    private static final int SECOND = new Layout(2, 8).shardOf(KEY);
    private static final List<ShardGrant> GRANTS =
            List.of(grant(FIRST, 1, "a", 10), grant(FIRST, 2, "b", 20), grant(SECOND, 3, "c", 30));

    private static ShardGrant grant(int shard, long epoch, String holder, long committed) {
        return new ShardGrant(shard, epoch, holder, committed);
    }

    private static ShardRow row(long layout, long epoch, String holder, long committed) {
        return new ShardRow(KEY, layout, layout == 1 ? 4 : 8, layout == 1 ? FIRST : SECOND, epoch, holder, committed);
    }

    private static ShardSight sight(long layout, long epoch, String holder, long at) {
        return new ShardSight(layout == 1 ? FIRST : SECOND, layout, epoch, holder, at + 1, at);
    }

    private static List<String> wrong(List<ShardSight> sights, List<ShardRow> rows) {
        return new ShardCheck(sights, rows, GRANTS)
                .findings(List.of()).stream()
                        .filter(finding -> !finding.ok())
                        .map(Finding::title)
                        .toList();
    }

    @Test
    void oneAfterTheOtherIsRight() {
        assertThat(wrong(
                        List.of(sight(1, 1, "a", 11), sight(1, 1, "a", 15), sight(1, 2, "b", 21), sight(2, 3, "c", 31)),
                        List.of(row(1, 1, "a", 12), row(1, 2, "b", 22), row(2, 3, "c", 32))))
                .isEmpty();
    }

    @Test
    void aCommitAfterTheNextTermIsWrong() {
        assertThat(wrong(List.of(), List.of(row(1, 2, "b", 22), row(1, 1, "a", 23))))
                .containsExactly(
                        "Epochs of a shard never decrease in commit order",
                        "No commit of an epoch after the grant of a later one",
                        "Per key, layout and then epoch never decrease in commit order");
    }

    @Test
    void aKeyThatGoesBackToAnOldLayoutIsWrong() {
        assertThat(wrong(List.of(), List.of(row(2, 3, "c", 32), row(1, 2, "b", 33))))
                .contains("Per key, layout and then epoch never decrease in commit order");
    }

    @Test
    void twoGatesOfAShardAtOnceAreWrong() {
        assertThat(wrong(List.of(sight(1, 1, "a", 11), sight(1, 2, "b", 21), sight(1, 1, "a", 40)), List.of()))
                .containsExactly("No shard was led twice: gates of its terms never overlapped");
    }

    @Test
    void twoLayoutsAtOnceAreWrong() {
        assertThat(wrong(List.of(sight(1, 2, "b", 21), sight(2, 3, "c", 31), sight(1, 2, "b", 41)), List.of()))
                .contains("All shards of a layout ended before one of the next began");
    }

    @Test
    void anotherHolderAndAnotherShardAreWrong() {
        assertThat(wrong(List.of(sight(1, 1, "b", 11)), List.of())).containsExactly("One holder per shard and epoch");
        ShardRow elsewhere = new ShardRow("key-1", 1, 4, (FIRST + 1) % 4, 1, "a", 12);
        assertThat(wrong(List.of(), List.of(elsewhere)))
                .contains("Every key was worked on by its shard, and a layout has one number of shards");
    }

    @Test
    void sharesThatStayUnevenAreWrong() {
        List<Finding> findings = new ShardCheck(List.of(), List.of(), GRANTS)
                .findings(List.of(new ShardCalm("a kill", 900, ""), new ShardCalm("a pause", 60_000, "a leads all")));
        assertThat(findings)
                .filteredOn(finding -> !finding.ok())
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.violations()).containsExactly("a pause: after 60 s a leads all"));
    }
}

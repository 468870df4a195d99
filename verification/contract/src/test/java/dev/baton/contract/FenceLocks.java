package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FenceDemand;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.Cluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The plays of {@link FenceScenarios} about locks, where one statement closes the fence and takes the row. */
final class FenceLocks {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final FenceStage stage;
    private final Baton one;
    private final Baton two;

    FenceLocks(FenceStage stage, Cluster cluster) {
        this.stage = stage;
        this.one = node(cluster, "one");
        this.two = node(cluster, "two");
    }

    private static Baton node(Cluster cluster, String name) {
        return cluster.node(name, settings -> settings.recordLeasesEvery(LONG)).baton();
    }

    /** The first term of each of them is recorded and goes the long way. */
    private void begin(String role) throws SQLException {
        for (Baton baton : List.of(one, two)) {
            baton.tryLease(role, LONG).orElseThrow().release();
        }
    }

    private long takeAndGiveBack() throws SQLException {
        HeldLease held = one.tryLease(stage.role(), LONG).orElseThrow();
        held.release();
        return held.token().epoch();
    }

    private void assertRecorded(long epoch, boolean recorded) throws SQLException {
        assertThat(stage.table.term(stage.role(), epoch)).hasSize(recorded ? 2 : 0);
    }

    private void change(String assignments) throws SQLException {
        stage.table.update("UPDATE baton_leases SET " + assignments + " WHERE lease_name = ?", stage.role());
    }

    private boolean isReleased(String role) throws SQLException {
        return stage.table
                .rows("SELECT released FROM baton_leases WHERE lease_name = ?", row -> row.getBoolean(1), role)
                .get(0);
    }

    void follow() throws Exception {
        String other = stage.role() + "-other";
        begin(other);
        begin(stage.role());
        try (Connection connection = stage.transaction()) {
            HeldLease held = one.tryLease(stage.role(), LONG).orElseThrow();
            assertThat(held.token().epoch()).isEqualTo(3);
            assertRecorded(3, false);
            assertThat(two.tryLease(stage.role(), LONG)).isEmpty();
            stage.passes(connection, held.token(), FenceDemand.UNEXPIRED);
            assertThat(stage.table.row(other).orElseThrow().epoch()).isEqualTo(2);
            HeldLease beside = one.tryLease(other, LONG).orElseThrow();
            held.release();
            assertThat(isReleased(stage.role())).isTrue();
            stage.passes(connection, beside.token(), FenceDemand.UNEXPIRED);
            HeldLease next = two.tryLease(stage.role(), LONG).orElseThrow();
            assertThat(one.tryLease(stage.role(), LONG)).isEmpty();
            stage.table.expire(stage.role());
            assertThat(one.tryLease(stage.role(), LONG)).isPresent();
            stage.refused(connection, next.token(), FenceDemand.CURRENT);
        }
    }

    /** What is not this statement's to decide goes the long way, and is recorded. */
    void longWay() throws Exception {
        begin(stage.role());
        change("reserved_for = 'somebody', reserved_until = clock_timestamp() + interval '50 seconds'");
        assertThat(one.tryLease(stage.role(), LONG)).isEmpty();
        change("reserved_for = NULL, trust_ms = -700");
        assertRecorded(takeAndGiveBack(), false);
        assertThat(stage.table.row(stage.role()).orElseThrow().trustMillis()).isEqualTo(-700);
        change("timeline = timeline + 1");
        assertRecorded(takeAndGiveBack(), true);
        change("lease_epoch = " + ((1 << 20) - 1));
        assertRecorded(takeAndGiveBack(), true);
        for (String stood : List.of(stage.role() + "-other", stage.role())) {
            stage.table.update("INSERT INTO baton_candidates VALUES (?, 'somebody', false)", stood);
            assertRecorded(takeAndGiveBack(), stood.equals(stage.role()));
        }
    }

    /** Nobody waits long for a writer, and nobody gets past one. */
    void writerHoldsUp() throws Exception {
        begin(stage.role());
        HeldLease held = one.tryLease(stage.role(), LONG).orElseThrow();
        try (Connection writer = stage.transaction()) {
            stage.fence.enter(writer, held.token());
            held.release();
            assertThat(one.tryLease(stage.role(), LONG)).isEmpty();
            stage.fence.commit(writer);
        }
        assertThat(one.tryLease(stage.role(), LONG)).isPresent();
    }

    /** What somebody else has meanwhile is not given back. */
    void givenBackByItsHolder() throws Exception {
        begin(stage.role());
        for (String changed : List.of("holder_id = 'other'", "lease_epoch = lease_epoch + 1", "timeline = -77")) {
            HeldLease held = one.tryLease(stage.role(), LONG).orElseThrow();
            change(changed);
            held.release();
            assertThat(isReleased(stage.role())).as(changed).isFalse();
            assertThat(two.tryLease(stage.role(), LONG).isPresent())
                    .as(changed)
                    .isEqualTo(changed.contains("timeline"));
            change("released = true, timeline = (SELECT baton_timeline())");
        }
        HeldLease old = one.tryLease(stage.role(), LONG).orElseThrow();
        change("timeline = 0");
        old.release();
        assertThat(isReleased(stage.role())).isTrue();
        stage.table.delete(stage.role());
    }
}

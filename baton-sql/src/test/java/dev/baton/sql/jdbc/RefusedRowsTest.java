package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Rows 1, 2, 3 and so on are old; one of them may be refused. */
class RefusedRowsTest {

    private static final String REFUSED = "23503";
    private static final String HELD = "55P03";

    private final AtomicLong time = new AtomicLong();
    private final TreeSet<Integer> old = new TreeSet<>(List.of(1, 2, 3, 4, 5));
    private final List<String> steps = new ArrayList<>();
    private final RefusedRows<Integer> rows =
            new RefusedRows<>(time::get, e -> REFUSED.equals(e.getSQLState()), e -> HELD.equals(e.getSQLState()));
    private String state = REFUSED;
    private int kept = 3;

    private String remove() throws SQLException {
        return rows.remove("numbers", "not now", this::atOnce, this::byName);
    }

    private String atOnce() throws SQLException {
        steps.add("at once");
        delete(List.copyOf(old));
        return "all";
    }

    private String byName() throws SQLException {
        List<Integer> some = rows.find(atMost -> old.stream().limit(atMost).toList());
        steps.add("by name " + some);
        return rows.removeByName(some, this::delete) ? "but for some" : "too many are kept";
    }

    private List<Integer> delete(List<Integer> some) throws SQLException {
        if (some.contains(kept)) {
            throw new SQLException("refused", state);
        }
        old.removeAll(some);
        return List.of();
    }

    @Test
    void whatIsRefusedKeepsNoOtherAndIsTriedAgainAfterAnHour() throws SQLException {
        assertThat(remove()).isEqualTo("but for some");
        assertThat(old).containsExactly(3);
        old.add(6);
        assertThat(remove()).isEqualTo("but for some");
        assertThat(old).containsExactly(3);
        time.addAndGet(Duration.ofHours(1).toNanos());
        kept = 0;
        assertThat(remove()).isEqualTo("all");
        assertThat(old).isEmpty();
        assertThat(steps).containsExactly("at once", "by name [1, 2, 3, 4, 5]", "by name [6]", "at once");
    }

    @Test
    void whatSomebodyHoldsIsNoReasonToGiveUp() throws SQLException {
        state = HELD;
        assertThat(remove()).isEqualTo("not now");
        assertThat(steps).containsExactly("at once");
        assertThat(old).hasSize(5);
    }

    @Test
    void anythingElseIs() {
        state = "08006";
        assertThatThrownBy(this::remove).isInstanceOf(SQLException.class);
    }

    /** Somebody may be faster to change one. */
    @Test
    void whatIsStillThereIsPassedOverToo() throws SQLException {
        assertThat(rows.removeByName(List.of(1, 2), some -> List.of(2))).isTrue();
        assertThat(rows.find(atMost -> List.copyOf(old))).containsExactly(1, 3, 4, 5);
    }
}

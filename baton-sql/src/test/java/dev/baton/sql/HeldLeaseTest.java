package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldLeaseTest {

    private static final Duration GRANTED = Duration.ofHours(2);

    /** A return that is given up before the lease has ended leaves everybody refused until then. */
    @Test
    void aReturnIsTriedForTheLongestThatTheLeaseMayLast() {
        List<Duration> tried = new ArrayList<>();
        HeldLease held = new HeldLease(
                new LeaderToken("r", "me/1", 1),
                GRANTED,
                (atMost, answer) -> {
                    throw new IllegalStateException("nothing reaches the database, says the test");
                },
                atMost -> {
                    tried.add(atMost);
                    return new Outcome.Failed(new SQLException("no answer, says the test"));
                });
        for (Duration wanted : List.of(Duration.ofSeconds(1), GRANTED.multipliedBy(2))) {
            assertThatThrownBy(() -> held.extend(wanted)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(held::release).isInstanceOf(SQLException.class);
        }
        assertThat(tried).containsExactly(GRANTED, GRANTED.multipliedBy(2));
    }
}

package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Minutes, most of them spent waiting for leases to run out. */
@Tag("heavy")
class H2CoordinatorDeathTest extends CoordinatorDeathContract {

    @Override
    protected TestDatabase fresh() {
        return H2Database.fresh();
    }

    @Override
    protected Strategy strategy() {
        return new Strategy.Lease(Duration.ofSeconds(3), Duration.ofMillis(700), Duration.ofMillis(300));
    }
}

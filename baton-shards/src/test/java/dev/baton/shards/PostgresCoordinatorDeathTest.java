package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.time.Duration;

class PostgresCoordinatorDeathTest extends CoordinatorDeathContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    @Override
    protected Strategy strategy() {
        return new Strategy.Session(
                Duration.ofMillis(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                Duration.ofSeconds(10),
                Takeover.EXCLUSIVE);
    }
}

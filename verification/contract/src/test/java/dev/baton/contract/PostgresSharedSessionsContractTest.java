package dev.baton.contract;

import dev.baton.Strategy;
import dev.baton.sql.BatonBuilder;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ServerContract;
import java.util.Map;

/** The contract on a real PostgreSQL where one session holds the locks of all roles of an instance. */
class PostgresSharedSessionsContractTest extends ServerContract {

    @Override
    protected TestDatabase open() {
        return PostgresDatabase.on(PostgresServer.start(Map.of()));
    }

    @Override
    protected BatonBuilder settings(BatonBuilder builder) {
        return builder.sharedSessions();
    }

    /**
     * Not kept yet, see decision 136: nobody queues in the database, so the one that gave the term up may be the first to ask
     * again when the others are slow to hear of it. Not a test here because it is not annotated.
     */
    @Override
    public void termThatWasGivenUpGoesToAnother(Strategy strategy) {
        // With a session of its own for each role it is kept: PostgresContractTest.
    }
}

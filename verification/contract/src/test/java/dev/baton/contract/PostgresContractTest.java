package dev.baton.contract;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ServerContract;
import java.util.Map;

/** The contract on a real PostgreSQL, which nobody else uses because one test restarts it. */
class PostgresContractTest extends ServerContract {

    @Override
    protected TestDatabase open() {
        return PostgresDatabase.on(PostgresServer.start(Map.of()));
    }
}

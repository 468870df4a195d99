package dev.baton.contract;

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
}

package dev.baton.server.store;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import org.junit.jupiter.api.Test;

/** The same proof on each database, a test for each: one that is not installed is skipped alone. */
interface OnEveryDatabase {

    void prove(TestDatabase database) throws Exception;

    @Test
    default void onH2() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            prove(database);
        }
    }

    @Test
    default void onPostgres() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            prove(database);
        }
    }

    @Test
    default void onMariaDb() throws Exception {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            prove(database);
        }
    }

    /** A program has one server of a cluster. Where {@code BATON_TEST_GALERA} says {@code all}. */
    @Test
    default void onGalera() throws Exception {
        try (TestDatabase database = GaleraDatabase.freshWhereAllIsTried().onOneServer()) {
            prove(database);
        }
    }

    /** Where one is given. */
    @Test
    default void onMySql() throws Exception {
        try (TestDatabase database = GivenDatabase.mySqlByMariaDbsDriver()) {
            prove(database);
        }
    }

    /** Where one is given. */
    @Test
    default void onSqlServer() throws Exception {
        try (TestDatabase database = GivenDatabase.sqlServer()) {
            prove(database);
        }
    }
}

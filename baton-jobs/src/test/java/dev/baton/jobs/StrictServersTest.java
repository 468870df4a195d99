package dev.baton.jobs;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/** MariaDB can be told to be as strict about days as MySQL is by itself. And MySQL has two drivers. */
@Timeout(120)
class StrictServersTest {

    /** One database after the other. */
    private abstract static class Stage implements ZeroTimesContract, PreviousProgramContract {

        private final Recorder heard = new Recorder();
        private Cluster cluster;

        abstract TestDatabase fresh();

        @BeforeEach
        void open() {
            cluster = new Cluster(fresh());
        }

        @AfterEach
        void close() throws Exception {
            if (cluster != null) {
                cluster.close();
            }
        }

        @Override
        public Cluster cluster() {
            return cluster;
        }

        @Override
        public Recorder heard() {
            return heard;
        }
    }

    @Nested
    class OnMariaDb extends Stage {

        private static MariaDbServer server;

        @BeforeAll
        static void start() {
            server = MariaDbServer.start("--sql-mode=TRADITIONAL");
        }

        @AfterAll
        static void stop() {
            if (server != null) {
                server.close();
            }
        }

        @Override
        TestDatabase fresh() {
            return MariaDbDatabase.on(server);
        }
    }

    @Nested
    class OnMySqlByMariaDbsDriver extends Stage {

        @Override
        TestDatabase fresh() {
            return GivenDatabase.mySqlByMariaDbsDriver();
        }
    }
}

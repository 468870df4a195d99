package dev.baton.testkit.contract;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.database.Database;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.TestDatabase;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** What the tests of a contract work with. */
public interface Contract {

    /** The database under test: one for the whole class, its schema applied by the first instance. */
    TestDatabase database();

    /** Instances for this test; closed after it. */
    Cluster cluster();

    /** A role that no other test has. */
    String role();

    /** The same database as an instance knows it. */
    Database prepared();

    /** A candidate for this test's role. */
    default ManualCandidate seat(String holder, Strategy strategy) {
        return new ManualCandidate(prepared(), role(), holder, strategy);
    }

    /** Its rows. */
    default LeaseTable table() {
        return new LeaseTable(database().dataSource());
    }

    /** Both strategies, where the database has both, for tests that hold for either. */
    default Stream<Named<Strategy>> strategies() {
        return everyStrategy().filter(named -> named.getPayload().takeover() == Takeover.EXCLUSIVE);
    }

    /** Every way to elect that this database has, for tests that hang on the takeover too. */
    default Stream<Named<Strategy>> everyStrategy() {
        Stream<Named<Strategy>> everywhere = Stream.of(Named.of("lease", lease()));
        Stream<Named<Strategy>> sessions = Stream.of(
                Named.of("session, exclusive", session()),
                Named.of("session, immediate", session().with(Takeover.IMMEDIATE)));
        return database().hasSessionLocks() ? Stream.concat(everywhere, sessions) : everywhere;
    }

    /** A lease that no test waits for: long enough to survive a slow machine. */
    default Strategy.Lease lease() {
        return new Strategy.Lease(Duration.ofSeconds(8), Duration.ofMillis(400), Duration.ofMillis(500));
    }

    /** A lease whose end a test waits for. */
    default Strategy.Lease shortLease() {
        return new Strategy.Lease(Duration.ofMillis(1800), Duration.ofMillis(300), Duration.ofMillis(500));
    }

    /** A session lease that no test waits for. */
    default Strategy.Session session() {
        return new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(8),
                Duration.ofSeconds(2),
                Takeover.EXCLUSIVE);
    }

    /** A session lease whose end a test waits for. */
    default Strategy.Session shortSession() {
        return new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
    }
}

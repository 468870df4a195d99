package dev.baton.sql.database;

import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.dialect.Blockers;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.dialect.SessionLocks;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries at start what everything else relies on, with the real accounts and through the real poolers. What does not hold
 * is refused with a sentence that names the remedy.
 */
final class SelfTest {

    private static final Logger LOG = LoggerFactory.getLogger(SelfTest.class);
    private static final Duration OPENING = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration LOCK_BOUND = Duration.ofMillis(100);
    private static final String ADVICE = ": use strategy lease, or connect directly to the database";

    private final Database database;
    private final Database.Ready ready;
    private final RoleKeys keys = new RoleKeys(
            "baton-self-test",
            ThreadLocalRandom.current().nextLong(),
            ThreadLocalRandom.current().nextLong());

    SelfTest(Database database, Database.Ready ready) {
        this.database = database;
        this.ready = ready;
    }

    /** The account that leads can keep the rows and the history; nothing of it stays. */
    void proveLeadership(Connection connection) throws SQLException {
        prove(() -> provePrivileges(connection, "leases", "leader_events"));
    }

    /** A roll-back that fails where the connection is lost, and then says less than what was lost with it. */
    @FunctionalInterface
    private interface Undo extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    /** Something that is tried. */
    @FunctionalInterface
    private interface Proof {
        void run() throws SQLException;
    }

    /** Others may be trying the same at this moment, on the same rows. */
    private void prove(Proof proof) throws SQLException {
        try {
            Collisions.retry(ready.dialect(), () -> {
                proof.run();
                return null;
            });
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    private void provePrivileges(Connection connection, String... tables) throws SQLException {
        connection.setAutoCommit(false);
        try (Undo undo = connection::rollback) {
            for (String table : tables) {
                ready.sql().get("probe-" + table).plain().run(connection);
            }
        }
        connection.setAutoCommit(true);
    }

    private SQLException refusal(SQLException error) {
        if (Collisions.isPassing(ready.dialect(), error)) {
            return error;
        }
        String folder = ready.dialect().folder();
        throw new SetupRefusedException(
                ready.dialect().isDenied(error)
                        ? "the account lacks rights on Baton's tables (" + error.getMessage()
                                + "): apply the shipped grants for " + folder
                        : "Baton's tables do not work as they should (" + error.getMessage()
                                + "): compare them with the printed schema for " + folder,
                error);
    }

    /** The account that works can report its node, and its writes at the fence keep a takeover waiting. */
    void proveFence() throws SQLException {
        Collisions.retry(ready.dialect(), () -> {
            try (Pair pair = new Pair(database.application(), database.leadership())) {
                OneServer.prove(ready, database.application(), List.of(pair.a, pair.b));
                prove(() -> proveFence(pair));
                proveExpelling(pair); // after which one of the two is gone
            }
            return null;
        });
    }

    private void proveFence(Pair pair) throws SQLException {
        provePrivileges(pair.a, "nodes", "candidates");
        proveSameTable(pair.a);
        pair.a.setAutoCommit(false);
        pair.b.setAutoCommit(false);
        boolean held;
        try (Undo undoA = pair.a::rollback;
                Undo undoB = pair.b::rollback) {
            ready.dialect().closeFence(pair.b, ready.sql(), keys, ANSWER);
            pair.b.commit();
            ready.dialect().enterFence(pair.a, ready.sql(), keys, ANSWER);
            held = isFenceHeld(pair.b);
            proveMark(pair.a);
        }
        if (!held) {
            throw new SetupRefusedException("a takeover does not wait for fenced writes on this database: its locks"
                    + " are not honoured (a pooler in statement mode, or an engine that only imitates "
                    + ready.dialect().folder() + ")");
        }
    }

    /** A transaction that was ended in the middle is told from the one that entered the fence. */
    private void proveMark(Connection writer) throws SQLException {
        ready.dialect().mark(ready.sql()).run(writer);
        boolean kept = ready.dialect().isMarked(writer, ready.sql());
        ready.dialect().mark(ready.sql()).run(writer);
        writer.rollback();
        boolean stays = ready.dialect().endsTransactions() && ready.dialect().isMarked(writer, ready.sql());
        if (!kept || stays) {
            throw new SetupRefusedException("this database does not tell a fenced transaction from the one that follows"
                    + " it (a pooler in statement mode, or an engine that only imitates "
                    + ready.dialect().folder() + ")");
        }
    }

    /** Without a schema, a name means what the account or the URL makes of it. */
    private void proveSameTable(Connection working) throws SQLException {
        String seen = ready.dialect().leaseTable(working, ready.sql());
        if (!seen.equals(ready.leaseTable())) {
            throw new SetupRefusedException(
                    "work and elections mean two tables by one name: " + seen + " and " + ready.leaseTable()
                            + ": name the schema of Baton's tables, or give both data sources the same one");
        }
    }

    private boolean isFenceHeld(Connection takeover) throws SQLException {
        try {
            ready.dialect().closeFence(takeover, ready.sql(), keys, LOCK_BOUND);
            return false;
        } catch (SQLException e) {
            if (ready.dialect().isLockTimeout(e)) {
                return true;
            }
            throw e;
        }
    }

    /** What no candidate may end holds up every takeover, for as long as it likes; so a writer is ended for a trial. */
    private void proveExpelling(Pair pair) throws SQLException {
        Optional<Blockers> blockers = ready.dialect().blockers();
        if (blockers.isPresent()) {
            long writer = blockers.get().writer(pair.a, ready.sql());
            ready.dialect().enterFence(pair.a, ready.sql(), keys, ANSWER);
            ready.dialect().mark(ready.sql()).run(pair.a);
            pair.b.setAutoCommit(true);
            expel(blockers.get(), pair.b, writer);
            pair.b.setAutoCommit(false);
            ready.dialect().closeFence(pair.b, ready.sql(), keys, ANSWER);
            pair.b.rollback();
            proveOver(blockers.get(), pair.a, writer);
        }
    }

    /**
     * Some drivers and proxies repeat a transaction that was cut off, by themselves and in another session. It enters the fence again,
     * but nobody looks at what the fence answers: a stale write would pass. Asked again after an error, because the first may only be the
     * server's farewell to the session. In a cluster the writer may be on another server, where it goes on as it was.
     */
    private void proveOver(Blockers blockers, Connection writer, long session) {
        for (int i = 0; ready.dialect().endsTransactions() && i < 3; i++) {
            try {
                boolean elsewhere = blockers.writer(writer, ready.sql()) != session;
                if (elsewhere && ready.dialect().isMarked(writer, ready.sql())) {
                    throw new SetupRefusedException(
                            "a fenced transaction whose session was ended went on in another session: the driver, or a"
                                    + " proxy, repeats transactions by itself, and with them what a former leader"
                                    + " wrote: switch that off (transactionReplay of MariaDB's driver)");
                }
                return;
            } catch (SQLException e) {
                LOG.trace("the session is over, as it should be", e);
            }
        }
    }

    private void expel(Blockers blockers, Connection watcher, long writer) throws SQLException {
        String why = "a takeover may not end the session of a writer that holds it up";
        String remedy =
                ": apply the shipped grants for " + ready.dialect().folder() + " to the account that runs elections";
        try {
            if (!blockers.end(watcher, ready.sql(), writer)) {
                throw new SetupRefusedException(why + " because it cannot see it" + remedy);
            }
        } catch (SQLException e) {
            if (Collisions.isPassing(ready.dialect(), e)) {
                throw e;
            }
            throw new SetupRefusedException(why + " (" + e.getMessage() + ")" + remedy, e);
        }
    }

    /** Session locks exclude, stay with their session, and can be taken from a dead one. */
    void proveSessions() throws SQLException {
        SessionLocks locks = ready.dialect()
                .sessionLocks()
                .orElseThrow(() -> new SetupRefusedException(
                        ready.dialect().folder() + " has no session locks: use strategy lease"));
        try (Pair pair = new Pair(database.leadership(), database.leadership())) {
            Strategy.Session strategy = Strategy.session();
            locks.prepare(pair.a, ready.sql(), strategy, "baton self-test");
            locks.prepare(pair.b, ready.sql(), strategy, "baton self-test");
            String session = locks.identity(pair.a, ready.sql());
            proveExclusion(locks, pair);
            proveStability(locks, pair.a, session);
            proveBounds(pair.a);
            proveEviction(locks, pair, session);
        }
    }

    private void proveExclusion(SessionLocks locks, Pair pair) throws SQLException {
        if (!locks.lock(pair.a, ready.sql(), keys.scopeKey(), LOCK_BOUND, ANSWER)) {
            throw new SetupRefusedException("a free session lock was not granted" + ADVICE);
        }
        if (locks.lock(pair.b, ready.sql(), keys.scopeKey(), LOCK_BOUND, ANSWER)) {
            locks.identity(pair.a, ready.sql()); // throws if the first session has gone meanwhile, and its lock with it
            throw new SetupRefusedException("session locks do not hold here: two sessions were granted the same one,"
                    + " as happens through a pooler in transaction mode" + ADVICE);
        }
    }

    /** A pooler may hand each transaction to another backend; then the lock stays behind. */
    private void proveStability(SessionLocks locks, Connection a, String session) throws SQLException {
        String inside = Transactions.<String, SQLException>inTransaction(a, c -> locks.identity(c, ready.sql()));
        String after = locks.identity(a, ready.sql());
        if (!session.equals(inside) || !session.equals(after)) {
            throw new SetupRefusedException("one connection is served by several sessions of the database in turn,"
                    + " as happens through a pooler in transaction mode" + ADVICE);
        }
    }

    /** The server's own watchdogs are what frees the role when a leader's machine vanishes. */
    private void proveBounds(Connection a) throws SQLException {
        if (ready.dialect().can(Capability.SESSION_TIMEOUTS)
                && !ready.sql()
                        .get("session-bounded")
                        .plain()
                        .first(a, row -> row.getBoolean("bounded"))
                        .orElse(false)) {
            throw new SetupRefusedException("the time-outs that were set for a leader's session did not stay set,"
                    + " as happens through a pooler that resets its sessions" + ADVICE);
        }
    }

    private void proveEviction(SessionLocks locks, Pair pair, String session) throws SQLException {
        String why = "a candidate may not end the session of a dead leader";
        try {
            var holder = locks.holder(pair.b, ready.sql(), keys.scopeKey(), ANSWER);
            if (holder.isEmpty() || !session.equals(holder.get().session())) {
                throw new SetupRefusedException(why + " because it cannot see it: apply the shipped grants for "
                        + ready.dialect().folder() + ", or use strategy lease");
            }
            locks.kill(pair.b, ready.sql(), session);
        } catch (SQLException e) {
            if (Collisions.isPassing(ready.dialect(), e)) {
                throw e;
            }
            throw new SetupRefusedException(
                    why + " (" + e.getMessage() + "): apply the shipped grants for "
                            + ready.dialect().folder() + ", or use strategy lease",
                    e);
        }
        if (!locks.lock(pair.b, ready.sql(), keys.scopeKey(), ANSWER, ANSWER)) {
            throw new SetupRefusedException(
                    why + ": the lock was still held after its session had been ended" + ADVICE);
        }
        locks.unlock(pair.b, ready.sql(), keys.scopeKey());
    }

    /** Two connections at once, which some data sources cannot give. */
    private static final class Pair implements AutoCloseable {
        private final Connection a;
        private final Connection b;

        Pair(DataSource first, DataSource second) throws SQLException {
            a = Connections.open(first, OPENING);
            try {
                b = Connections.open(second, OPENING);
            } catch (SQLException e) {
                Connections.drop(a);
                if (Connections.isGone(e)) {
                    throw e; // between the two
                }
                throw new SetupRefusedException(
                        "the data source gave one connection but not a second one ("
                                + e.getMessage()
                                + "): a leader needs one for itself and at least one for its work, so let the"
                                + " pool hold more, or give elections a data source of their own",
                        e);
            }
            SeveralHosts.warnUnlessBounded(a);
            for (Connection connection : new Connection[] {a, b}) {
                Connections.bound(connection, ANSWER.multipliedBy(2));
                connection.setAutoCommit(true);
                connection.setReadOnly(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
        }

        @Override
        public void close() {
            Connections.drop(a);
            Connections.drop(b);
        }
    }
}

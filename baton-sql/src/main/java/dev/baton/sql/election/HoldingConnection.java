package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.spi.Sighting;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.dialect.SessionLocks;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Texts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * The open session that holds the locks of all roles that this process leads, and what is asked on it. For the thread of its
 * {@link HoldingSession} alone.
 */
final class HoldingConnection {

    /** What {@code application_name} holds. */
    private static final int LONGEST_NAME = 63;

    /** The most that one statement waits for somebody else's lock: all roles wait with it. */
    private static final Duration LOCK = Duration.ofMillis(100);

    private final Connection connection;
    private final Database.Ready ready;
    private final SessionLocks locks;
    private final String name;
    private final String id;
    private final int mark;

    private HoldingConnection(
            Connection connection, Database.Ready ready, SessionLocks locks, String name, String id, int mark) {
        this.connection = connection;
        this.ready = ready;
        this.locks = locks;
        this.name = name;
        this.id = id;
        this.mark = mark;
    }

    /** Opens it, marks it, and tells the others of the mark. */
    static HoldingConnection open(Database database, String name, Duration call) throws SQLException {
        Database.Ready ready = database.readyForSessions();
        SessionLocks locks = ready.dialect()
                .sessionLocks()
                .orElseThrow(() -> new SetupRefusedException(
                        ready.dialect().folder() + " has no session locks: use strategy lease"));
        Connection connection = Connections.open(database.leadership(), call);
        try {
            Connections.bound(connection, call);
            connection.setAutoCommit(true);
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            String id = locks.identity(connection, ready.sql());
            HoldingConnection opened =
                    new HoldingConnection(connection, ready, locks, name, id, marked(connection, ready));
            opened.bound(call);
            opened.announce(SessionRing.JOINED + opened.mark);
            return opened;
        } catch (SQLException | RuntimeException e) {
            Connections.drop(connection);
            throw e;
        }
    }

    private static int marked(Connection connection, Database.Ready ready) throws SQLException {
        int mark;
        boolean marked;
        do {
            mark = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
            marked = ready.sql()
                    .get("sessions-mark")
                    .set("ring", SessionRing.of(ready.leaseTable()))
                    .set("mark", mark)
                    .first(connection, row -> row.getBoolean("marked"))
                    .orElse(false);
        } while (!marked);
        return mark;
    }

    /** Every answer comes within this time, and a process that is silent for so long loses the session. */
    void bound(Duration call) throws SQLException {
        Connections.bound(connection, call);
        String millis = Long.toString(call.toMillis());
        ready.sql()
                .get("sessions-prepare")
                .set("call_ms", millis)
                .set("idle_ms", millis)
                .set("lock_ms", Long.toString(LOCK.toMillis()))
                .set("name", Texts.cut("baton holds " + name, LONGEST_NAME))
                .run(connection);
    }

    Connection connection() {
        return connection;
    }

    Database.Ready ready() {
        return ready;
    }

    /** What the server calls it. */
    String id() {
        return id;
    }

    int mark() {
        return mark;
    }

    /** @param wanted whether the lock may be asked for: nobody asks for one that this session has already */
    record Attempt(SharedSessionRole shared, boolean wanted) {}

    /** @param unheld whether nobody is seen to hold the role, whoever has its lock */
    record Tried(boolean granted, Sighting holder, boolean unheld) {

        private static Tried read(ResultSet row) throws SQLException {
            boolean unheld =
                    row.getString("holder_id") == null || row.getBoolean("released") || row.getBoolean("expired");
            return new Tried(row.getBoolean("granted"), LeaseRowReader.sighting(row), unheld);
        }
    }

    /** Tries all these locks at once, and looks who holds the roles. */
    Map<SharedSessionRole, Tried> tryLocks(List<Attempt> attempts) throws SQLException {
        Map<SharedSessionRole, Tried> tried = new HashMap<>();
        ready.sql()
                .get("sessions-try")
                .set(
                        "roles",
                        column(
                                attempts,
                                new String[0],
                                attempt -> attempt.shared().role()))
                .set(
                        "scope_keys",
                        column(
                                attempts,
                                new Long[0],
                                attempt -> attempt.shared().key()))
                .set("wanted", column(attempts, new Boolean[0], Attempt::wanted))
                .all(
                        connection,
                        row -> tried.put(attempts.get(row.getInt("number") - 1).shared(), Tried.read(row)));
        return tried;
    }

    /** A heartbeat that is due. */
    record Renewal(SharedSessionRole shared, LeaderToken token, boolean opened) {}

    /** All heartbeats at once; the roles whose rows were written, with their expiry. */
    Map<String, Instant> renew(String holder, List<Renewal> due) throws SQLException {
        Map<String, Instant> renewed = new HashMap<>();
        ready.sql()
                .get("sessions-renew")
                .set("holder", holder)
                .set(
                        "roles",
                        column(due, new String[0], renewal -> renewal.shared().role()))
                .set(
                        "epochs",
                        column(due, new Long[0], renewal -> renewal.token().epoch()))
                .set(
                        "leases_ms",
                        column(
                                due,
                                new Long[0],
                                renewal -> renewal.shared().strategy().lease().toMillis()))
                .set("trusts_ms", column(due, new Long[0], HoldingConnection::trust))
                .all(connection, row -> renewed.put(row.getString("lease_name"), Command.instant(row, "expires_at")));
        return renewed;
    }

    /** Nothing while the gate has not opened: the row then keeps its predecessor's. */
    private static Long trust(Renewal renewal) {
        return renewal.opened() ? renewal.shared().strategy().trustWindow().toMillis() : null;
    }

    private static <S, T> T[] column(List<S> from, T[] type, Function<S, T> value) {
        return from.stream().map(value).toList().toArray(type);
    }

    void unlock(SharedSessionRole shared) throws SQLException {
        locks.unlock(connection, ready.sql(), shared.key());
    }

    /** Fails after the unlock if it cannot be told of just now. */
    void unlockAndTell(SharedSessionRole shared) throws SQLException {
        ready.sql()
                .get("sessions-unlock")
                .set("scope_key", shared.key())
                .set("channel", ready.channel())
                .set("payload", shared.payload())
                .run(connection);
    }

    void announce(String payload) throws SQLException {
        ready.sql()
                .get("role-announce")
                .set("channel", ready.channel())
                .set("payload", payload)
                .run(connection);
    }

    /** An answer proves that the session, and so every lock of it, was there after the question was sent. */
    void ping() throws SQLException {
        ready.sql().get("sessions-ping").plain().run(connection);
    }

    SharedSessionRole.Grant grant(Database database, SharedSessionRole shared) {
        RoleKeys keys = ready.keys(shared.role(), shared.key());
        return new SharedSessionRole.Grant(
                this,
                new LeaseRows(
                        database,
                        ready,
                        keys,
                        shared.candidate().holderId(),
                        shared.strategy().callTimeout()));
    }

    Eviction eviction(Database database, SharedSessionRole shared) {
        return new Eviction(
                shared.candidate(), locks, ready, grant(database, shared).rows());
    }

    boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    void drop() {
        Connections.drop(connection);
    }
}

package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.DatabaseHistory;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaseRow;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.spi.Succession;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Script;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** The lease row of one role and its history: the statements and transactions that both strategies share. */
final class LeaseRows {

    /** A node that was not seen for this long does not count as a living candidate. */
    static final Duration ALIVE = Duration.ofSeconds(15);

    private final Database database;
    private final Database.Ready ready;
    private final RoleKeys keys;
    private final String me;
    private final Duration answer;
    private final TermRecords history;

    /** @param answer how long the caller waits for each answer: nothing is waited for longer than that */
    LeaseRows(Database database, Database.Ready ready, RoleKeys keys, String me, Duration answer) {
        this.answer = answer;
        this.database = database;
        this.ready = ready;
        this.keys = keys;
        this.me = me;
        this.history = new TermRecords(ready, keys);
    }

    /** What one statement saw. */
    record Reading(Optional<LeaseRow> row, DatabaseHistory now, Optional<String> preferred) {

        Succession.Verdict judge(Bid bid) {
            return Succession.judge(row, bid, now, preferred);
        }

        boolean isOfThisHistory(LeaseRow seen) {
            return seen.timeline() == now.timeline();
        }

        Sighting sighting(Duration ifNobody) {
            return row.map(LeaseRow::sighting).orElseGet(() -> Sighting.nobody(ifNobody));
        }
    }

    Reading read(Connection connection) throws SQLException {
        return seen(question().first(connection, this::reading));
    }

    private Command question() {
        return sql("lease-read").set("me", me).set("alive_ms", ALIVE.toMillis());
    }

    private static Reading seen(Optional<Reading> reading) throws SQLException {
        return reading.orElseThrow(() -> new SQLException("lease-read answered with no row"));
    }

    private Reading reading(ResultSet r) throws SQLException {
        return LeaseRowReader.read(r, ready.dialect().can(Capability.RETAKES));
    }

    /**
     * The takeover. The fence is closed first, so no fenced transaction of an older term is under way when the row
     * changes, and takeovers come one after the other; the row's own predicates guard against a late renewal or release.
     */
    Outcome.OfTake take(Connection connection, Bid bid, String session) throws SQLException {
        try {
            return Transactions.<Outcome.OfTake, Withdrawn>inTransaction(connection, c -> succeed(c, bid, session));
        } catch (Withdrawn e) {
            return e.outcome;
        }
    }

    private Outcome.OfTake succeed(Connection c, Bid bid, String session) throws SQLException, Withdrawn {
        Script script = script();
        Look look = look(script);
        closeFence(c, bid.strategy(), script);
        Reading reading = look.reading();
        Succession.Verdict verdict = reading.judge(bid);
        if (verdict instanceof Succession.Denied denied) {
            throw new Withdrawn(denied.outcome());
        }
        return install(c, bid, reading, look.unended().first(), (Succession.Granted) verdict, session);
    }

    /** What a takeover looks at, once its script has run with the fence closed. */
    record Look(Script.Answer<Reading> row, Script.Answer<TermRecords.Term> unended) {

        Reading reading() throws SQLException {
            return seen(row.first());
        }
    }

    Look look(Script script) {
        return new Look(script.ask(question(), this::reading), history.unended(script));
    }

    /** Adds the takeover that was granted to a script of several; it found no row to write if there is no answer. */
    Script.Answer<Instant> write(Script script, Bid bid, Look look, Succession.Granted granted, String session)
            throws SQLException {
        Reading reading = look.reading();
        Command term = reading.row().isPresent()
                ? update(bid, reading, granted, session)
                : term("lease-insert", bid, granted, session);
        Script.Answer<Instant> expiresAt = script.ask(term, LeaseRows::expiry);
        script.add(told(bid, reading, look.unended().first(), granted));
        return expiresAt;
    }

    private Script told(Bid bid, Reading reading, Optional<TermRecords.Term> unended, Succession.Granted granted) {
        boolean failedOver =
                reading.row().filter(row -> !reading.isOfThisHistory(row)).isPresent();
        return history.begun(bid, unended, granted, failedOver);
    }

    /**
     * Begins a role of its own, takes it over, leaves it, and rolls all of it back. The first takeover of a process, and of
     * a session, spends most of its time on loading; done in advance, that time is not missing from the real one.
     *
     * @return whether it was done: not where it would hold up others
     */
    boolean practiseTakeover(Connection connection, Candidate candidate) throws SQLException {
        if (!ready.dialect().allowsWarmUp()) {
            return false;
        }
        long random = ThreadLocalRandom.current().nextLong();
        RoleKeys own = new RoleKeys("warm-up-" + Long.toHexString(random), random, random);
        Bid bid = new Bid(
                own.role(), candidate.holderId(), candidate.nodeId(), candidate.strategy(), own.scopeKey(), false);
        LeaseRows rows = new LeaseRows(database, ready, own, me, answer);
        try {
            return Transactions.<Boolean, Withdrawn>inTransaction(connection, c -> {
                rows.succeed(c, bid, "");
                if (rows.succeed(c, bid, "") instanceof Outcome.Acquired acquired) {
                    rows.leave(
                            c,
                            acquired.token(),
                            bid.nodeId(),
                            Departure.free(Departure.Kind.RELEASED, "only a warm-up"));
                }
                throw new Withdrawn(null);
            });
        } catch (Withdrawn rolledBack) {
            return true;
        }
    }

    private void closeFence(Connection connection, Strategy strategy, Script look) throws SQLException {
        Duration call = answer.compareTo(strategy.callTimeout()) < 0 ? answer : strategy.callTimeout();
        Duration patience = call.multipliedBy(3).dividedBy(4);
        try (TakeoverWatch watch =
                TakeoverWatch.over(connection, database, ready, keys, strategy.fenceBound(), patience)) {
            ready.dialect().closeFence(connection, ready.sql(), keys, patience, look);
        }
    }

    private Outcome.OfTake install(
            Connection c,
            Bid bid,
            Reading reading,
            Optional<TermRecords.Term> unended,
            Succession.Granted granted,
            String session)
            throws SQLException, Withdrawn {
        Script told = told(bid, reading, unended, granted);
        Optional<Instant> expiresAt = reading.row().isPresent()
                ? updated(c, update(bid, reading, granted, session), told)
                : inserted(c, term("lease-insert", bid, granted, session), bid, told);
        if (expiresAt.isEmpty()) {
            throw new Withdrawn(
                    new Outcome.HeldBy(read(c).sighting(bid.strategy().beatInterval())));
        }
        return acquired(bid, granted, expiresAt.get());
    }

    static Outcome.Acquired acquired(Bid bid, Succession.Granted granted, Instant expiresAt) {
        LeaderToken token = new LeaderToken(bid.role(), bid.holderId(), granted.epoch());
        return new Outcome.Acquired(
                token, expiresAt, granted.quiet(), granted.ended().isPresent());
    }

    /** If there was no row to write, the transaction must not stay. */
    private Optional<Instant> updated(Connection c, Command take, Script told) throws SQLException {
        if (ready.dialect().takesScripts()) {
            Script all = script();
            Script.Answer<Instant> expiresAt = all.ask(take, LeaseRows::expiry);
            all.add(told).run(c);
            return expiresAt.first();
        }
        Optional<Instant> expiresAt = written(c, take);
        if (expiresAt.isPresent()) {
            told.run(c);
        }
        return expiresAt;
    }

    private Optional<Instant> inserted(Connection c, Command insert, Bid bid, Script told)
            throws SQLException, Withdrawn {
        Optional<Instant> expiresAt;
        try {
            expiresAt = written(c, insert);
        } catch (SQLException e) {
            if (ready.dialect().isDuplicateKey(e)) {
                throw new Withdrawn(
                        new Outcome.HeldBy(Sighting.nobody(bid.strategy().beatInterval())));
            }
            throw e;
        }
        told.run(c);
        return expiresAt;
    }

    private Command update(Bid bid, Reading reading, Succession.Granted granted, String session) {
        LeaseRow row = reading.row().orElseThrow();
        boolean expiryDecides = bid.strategy() instanceof Strategy.Lease
                && !row.holderId().equals(bid.holderId())
                && reading.isOfThisHistory(row);
        return term("lease-take", bid, granted, session)
                .set("old_epoch", row.epoch())
                .set("old_holder", row.holderId())
                .set("old_released", row.released() ? 1 : 0)
                .set("whatever_expiry", expiryDecides ? 0 : 1);
    }

    private Command term(String statement, Bid bid, Succession.Granted granted, String session) {
        return sql(statement)
                .set("holder", bid.holderId())
                .set("node", bid.nodeId())
                .set("epoch", granted.epoch())
                .set("lease_ms", bid.strategy().lease().toMillis())
                .set("trust_ms", granted.trust().toMillis())
                .set("strategy", bid.strategy().label())
                .set("takeover", bid.strategy().takeover().label())
                .set("session", session)
                .set("scope_key", bid.scopeKey());
    }

    Outcome.OfRenew renew(Connection connection, LeaderToken token, Strategy strategy, boolean opened)
            throws SQLException {
        Optional<Instant> expiresAt = written(
                connection,
                sql("lease-renew")
                        .set("holder", token.holderId())
                        .set("epoch", token.epoch())
                        .set("lease_ms", strategy.lease().toMillis())
                        .set("trust_ms", strategy.trustWindow().toMillis())
                        .set("opened", opened ? 1 : 0)
                        .set("even_expired", strategy instanceof Strategy.Session ? 1 : 0));
        return expiresAt.isPresent() ? new Outcome.Renewed(expiresAt.get()) : lost(connection, token);
    }

    private Outcome.Lost lost(Connection connection, LeaderToken token) throws SQLException {
        return new Outcome.Lost(whyLost(connection, token).orElse("the lease had expired"));
    }

    /** Empty if the row still shows this term. */
    Optional<String> whyLost(Connection connection, LeaderToken token) throws SQLException {
        Reading reading = read(connection);
        if (reading.row().isEmpty()) {
            return Optional.of("the row of the role is gone");
        }
        LeaseRow row = reading.row().get();
        if (row.epoch() != token.epoch() || !row.holderId().equals(token.holderId())) {
            return Optional.of("superseded by " + row.holderId() + " under epoch " + row.epoch());
        }
        if (!reading.isOfThisHistory(row)) {
            return Optional.of("the database failed over: its history is no longer the one of the row");
        }
        return row.released() ? Optional.of("the row was released") : Optional.empty();
    }

    Outcome.OfRelease release(Connection connection, LeaderToken token, String nodeId, Departure departure)
            throws SQLException {
        boolean left = leavesAtOnce()
                ? leave(connection, token, nodeId, departure)
                : leaveOrNothing(connection, token, nodeId, departure);
        return left ? new Outcome.Released() : lost(connection, token);
    }

    private boolean leaveOrNothing(Connection connection, LeaderToken token, String nodeId, Departure departure)
            throws SQLException {
        try {
            return Transactions.<Boolean, Withdrawn>inTransaction(connection, c -> {
                if (!leave(c, token, nodeId, departure)) {
                    throw new Withdrawn(null);
                }
                return true;
            });
        } catch (Withdrawn e) {
            return false;
        }
    }

    /** Whether one statement releases the row and tells of it, or does neither. */
    private boolean leavesAtOnce() {
        return ready.dialect().can(Capability.NOTIFICATIONS);
    }

    /** Whether the row was released, and told of; if not, a transaction around it must not stay. */
    private boolean leave(Connection c, LeaderToken token, String nodeId, Departure departure) throws SQLException {
        if (leavesAtOnce()) {
            Command leave = released(sql("role-leave"), token, departure);
            return history.left(leave, token, nodeId, departure)
                    .first(c, r -> true)
                    .orElse(false);
        }
        boolean released =
                written(c, released(sql("role-release"), token, departure)).isPresent();
        history.left(token, nodeId, departure).run(c);
        return released;
    }

    private static Command released(Command release, LeaderToken token, Departure departure) {
        return release.set("holder", token.holderId())
                .set("epoch", token.epoch())
                .set("successor", departure.successor().orElse(null))
                .set("reservation_ms", departure.reservation().toMillis());
    }

    /** The row under its own lock: whether it still shows this holder, and the holder is still stale. */
    boolean isStillStale(Connection connection, Sighting seen) throws SQLException {
        return sql("lease-lock")
                .first(
                        connection,
                        r -> r.getBoolean("stale")
                                && r.getLong("lease_epoch") == seen.epoch()
                                && r.getString("session_id").equals(seen.session()))
                .orElse(false);
    }

    void record(Connection connection, long epoch, String holder, String node, String event, String reason)
            throws SQLException {
        history.event(epoch, holder, node, event, reason).update(connection);
    }

    private Script script() {
        return new Script(ready.dialect().takesScripts());
    }

    /**
     * The expiry that a write set; empty if it found no row to write. Where the write itself can answer, the driver's
     * count of rows is not asked: with SQL Server's {@code NOCOUNT} on there is none.
     */
    private Optional<Instant> written(Connection connection, Command command) throws SQLException {
        if (ready.dialect().writesAnswer()) {
            return command.first(connection, LeaseRows::expiry);
        }
        return command.update(connection) == 0
                ? Optional.empty()
                : sql("lease-expiry").first(connection, LeaseRows::expiry);
    }

    private static Instant expiry(ResultSet r) throws SQLException {
        return Command.instant(r, "expires_at");
    }

    private Command sql(String name) {
        return ready.sql().get(name).set("role", keys.role());
    }

    /** Ends a transaction without a trace, with this answer. */
    private static final class Withdrawn extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Outcome.OfTake outcome;

        Withdrawn(Outcome.OfTake outcome) {
            super(null, null, false, false);
            this.outcome = outcome;
        }
    }
}

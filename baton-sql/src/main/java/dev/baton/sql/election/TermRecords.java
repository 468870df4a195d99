package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaseRow;
import dev.baton.spi.Succession;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Script;
import dev.baton.support.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** What a change of the lease row leaves behind for others: the record of the terms of a role, and the announcement. */
final class TermRecords {

    private static final int LONGEST_REASON = 500;

    private final Database.Ready ready;
    private final RoleKeys keys;

    TermRecords(Database.Ready ready, RoleKeys keys) {
        this.ready = ready;
        this.keys = keys;
    }

    /** A term as it is recorded. */
    record Term(long epoch, String holderId, String nodeId) {

        private static Term of(ResultSet r) throws SQLException {
            return new Term(r.getLong("lease_epoch"), r.getString("holder_id"), r.getString("node_id"));
        }
    }

    /** Asks for the last term that began, if no end of it is recorded. */
    Script.Answer<Term> unended(Script look) {
        return look.ask(ready.sql().get("event-unended").set("role", keys.role()), Term::of);
    }

    /**
     * What is told of a term that begins, and of the end of the last one.
     *
     * @param failedOver whether the row was written before the database failed over
     */
    Script begun(Bid bid, Optional<Term> unended, Succession.Granted granted, boolean failedOver) {
        String free =
                granted.ended().isPresent() ? "the last holder ended without releasing the role" : "the role was free";
        String since = failedOver ? "the database has failed over since the last term; " + free : free;
        String why = granted.quiet().isZero() ? since : since + opening(granted.quiet());
        return ends(bid, unended, granted)
                .add(event(granted.epoch(), bid.holderId(), bid.nodeId(), "acquired", why))
                .add(fenceMoved(bid.holderId(), granted.epoch()))
                .add(announcement(bid.holderId(), granted.epoch()));
    }

    /** Until then nobody acts: whoever measures the gap between two terms counts it in. */
    private static String opening(Duration quiet) {
        return "; its gate opens " + quiet.toMillis() + " ms later";
    }

    /**
     * The end of the term in the row, if it was not released; and of the last term that began, if the row no longer knows
     * of it, because somebody changed or deleted the row by hand.
     */
    private Script ends(Bid bid, Optional<Term> unended, Succession.Granted granted) {
        Script script = script();
        Optional<LeaseRow> ended = granted.ended();
        if (ended.isPresent()) {
            LeaseRow row = ended.get();
            String why = "not released; last heartbeat " + row.age().toMillis() + " ms before " + bid.holderId()
                    + " took over";
            script.add(event(row.epoch(), row.holderId(), row.nodeId(), "lost", why));
        }
        if (unended.isPresent()
                && ended.stream().noneMatch(row -> row.epoch() == unended.get().epoch())) {
            Term term = unended.get();
            script.add(event(term.epoch(), term.holderId(), term.nodeId(), "lost", "its row was changed by hand"));
        }
        return script;
    }

    /** What is told of a term that its holder ends. */
    Script left(LeaderToken token, String nodeId, Departure departure) {
        return script().add(event(
                        token.epoch(),
                        token.holderId(),
                        nodeId,
                        departure.kind().label(),
                        departure.reason()))
                .add(announcement(token.holderId(), token.epoch()));
    }

    /** The same, by the statement that ends the term. */
    Command left(Command release, LeaderToken token, String nodeId, Departure departure) {
        record(
                release,
                token.epoch(),
                token.holderId(),
                nodeId,
                departure.kind().label(),
                departure.reason());
        return announce(release, token.holderId(), token.epoch());
    }

    Command event(long epoch, String holder, String node, String event, String reason) {
        return record(ready.sql().get("event-insert").set("role", keys.role()), epoch, holder, node, event, reason);
    }

    private static Command record(
            Command command, long epoch, String holder, String node, String event, String reason) {
        return command.set("epoch", epoch)
                .set("holder", holder)
                .set("node", node)
                .set("event", event)
                .set("reason", Texts.cut(reason, LONGEST_REASON));
    }

    /** Where the fence is a row, it carries the term as well. */
    private Optional<Command> fenceMoved(String holder, long epoch) {
        return ready.dialect().can(Capability.FENCE_ROWS)
                ? Optional.of(ready.sql()
                        .get("fence-move")
                        .set("role", keys.role())
                        .set("holder", holder)
                        .set("epoch", epoch))
                : Optional.empty();
    }

    private Optional<Command> announcement(String holder, long epoch) {
        return ready.dialect().can(Capability.NOTIFICATIONS)
                ? Optional.of(announce(ready.sql().get("role-announce").plain(), holder, epoch))
                : Optional.empty();
    }

    private Command announce(Command command, String holder, long epoch) {
        return command.set("channel", ready.channel()).set("payload", keys.role() + ":" + holder + ":" + epoch);
    }

    private Script script() {
        return new Script(ready.dialect().takesScripts());
    }
}

package dev.baton.simulation;

import dev.baton.spi.LeaseRow;
import java.time.Duration;
import java.util.Optional;

/** A committed version of a role's row. Instants are nanoseconds of the database's clock. */
record Row(
        String holderId,
        String nodeId,
        long epoch,
        String strategy,
        String takeover,
        long lease,
        long trust,
        long expiresAt,
        long renewedAt,
        boolean released,
        String reservedFor,
        long reservedUntil,
        long timeline,
        long session) {

    boolean isHeldUnder(String holder, long term, long currentTimeline) {
        return epoch == term && holderId.equals(holder) && timeline == currentTimeline && !released;
    }

    Row renewed(long now, long newTrust) {
        return new Row(
                holderId,
                nodeId,
                epoch,
                strategy,
                takeover,
                lease,
                newTrust,
                now + lease,
                now,
                false,
                null,
                0,
                timeline,
                session);
    }

    Row released(long now, String successor, long until) {
        return new Row(
                holderId, nodeId, epoch, strategy, takeover, lease, trust, now, renewedAt, true, successor, until,
                timeline, session);
    }

    Row withEpoch(long other) {
        return new Row(
                holderId,
                nodeId,
                other,
                strategy,
                takeover,
                lease,
                trust,
                expiresAt,
                renewedAt,
                released,
                reservedFor,
                reservedUntil,
                timeline,
                session);
    }

    Row withRenewal(long other) {
        return new Row(
                holderId,
                nodeId,
                epoch,
                strategy,
                takeover,
                lease,
                trust,
                expiresAt,
                other,
                released,
                reservedFor,
                reservedUntil,
                timeline,
                session);
    }

    Row withExpiry(long other) {
        return new Row(
                holderId,
                nodeId,
                epoch,
                strategy,
                takeover,
                lease,
                trust,
                other,
                renewedAt,
                released,
                reservedFor,
                reservedUntil,
                timeline,
                session);
    }

    Row withTimeline(long other) {
        return new Row(
                holderId,
                nodeId,
                epoch,
                strategy,
                takeover,
                lease,
                trust,
                expiresAt,
                renewedAt,
                released,
                reservedFor,
                reservedUntil,
                other,
                session);
    }

    /** What a SELECT at this moment would say of it. */
    LeaseRow seenAt(long now) {
        boolean reserved = reservedFor != null && now < reservedUntil;
        return new LeaseRow(
                holderId,
                nodeId,
                epoch,
                strategy,
                takeover,
                Duration.ofNanos(lease),
                Duration.ofNanos(trust),
                expiresAt <= now,
                Duration.ofNanos(expiresAt - now),
                Duration.ofNanos(now - renewedAt),
                released,
                reserved ? Optional.of(reservedFor) : Optional.empty(),
                timeline,
                0,
                session == 0 ? "" : Long.toString(session),
                Optional.empty());
    }
}

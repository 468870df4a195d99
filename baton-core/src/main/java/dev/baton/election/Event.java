package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.spi.Outcome;

/** What an election reacts to. */
public sealed interface Event {

    /** Begin, or begin again after a drain. */
    record Started() implements Event {}

    /** The store answered the one request that was under way. */
    record Replied(Request request, long sentAt, Outcome outcome) implements Event {}

    /** The state's own alarm went off. */
    record AlarmRang() implements Event {}

    /** Somebody announced a change of this role: look now rather than later. */
    record Nudged() implements Event {}

    /** The fence refused a transaction under this token, at this time; the gate is shut already. */
    record FenceRefused(LeaderToken token, Refusal refusal, long at) implements Event {}

    /** The work cannot trust its own state any more (for example after an SQL error): give the term up. */
    record StepDown(LeaderToken token, String reason) implements Event {}

    /** Wall clock and stopwatch disagree, so the machine may have slept; the gate is shut already. */
    record TimeJumped() implements Event {}

    /** Leave, in this way. */
    record LeaveRequested(Exit exit) implements Event {}

    /** The work of this term has ended, asked or not. */
    record WorkEnded(LeaderToken token, String reason) implements Event {}
}

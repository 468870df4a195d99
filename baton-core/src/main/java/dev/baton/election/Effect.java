package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;

/** What the driver of an election has to do, in order. */
public sealed interface Effect {

    /** Send this request; its answer is the next event. At most one per step, and always the last effect. */
    record Call(Request request) implements Effect {}

    /** Open the gate, or move its deadline. */
    record OpenGate(LeaderToken token, long sentAt, long deadline) implements Effect {}

    /** Shut the gate for good for this term. */
    record ShutGate(LeaderToken token) implements Effect {}

    /** The term's work may begin. */
    record BeginWork(LeaderToken token) implements Effect {}

    /** Ask the term's work to finish; {@link Event.WorkEnded} tells when it has. */
    record FinishWork(LeaderToken token) implements Effect {}

    /** The term is over: interrupt its work. */
    record InterruptWork(LeaderToken token) implements Effect {}

    /** Drop the session and its lock. */
    record Disconnect() implements Effect {}

    /** Tell the listeners. */
    record Announce(LeadershipEvent event) implements Effect {}
}

package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.support.Stopwatch;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an {@link ElectionDriver} needs from outside: time, being called again, the session in the database, and somebody
 * to tell. In production that is a thread, {@link System#nanoTime()} and a {@link dev.baton.spi.LeaderStore}
 * ({@link ElectorThread}); in the simulation a virtual clock, an agenda and a simulated store.
 *
 * <p>The driver asks for requests by {@link Turn.Ask}, so whoever runs it decides how they are sent.
 */
public interface Surroundings {

    /** What whoever runs the driver has to do next. */
    sealed interface Turn {

        /** Call {@link ElectionDriver#proceed()} again. */
        record Again() implements Turn {}

        /** Send this request to the store and hand its answer to {@link ElectionDriver#answered}. */
        record Ask(Request request) implements Turn {}

        /** Do nothing until the stopwatch shows this, or {@link Surroundings#wakeUp()} was called. */
        record Sleep(long until) implements Turn {}

        /** The campaign was closed: call {@link ElectionDriver#end()} and nothing else. */
        record End() implements Turn {}
    }

    /** The time of this process. */
    Stopwatch stopwatch();

    /** From any thread: there is an event. Whoever runs the driver calls {@link ElectionDriver#proceed()} soon. */
    void wakeUp();

    /** From any thread: ends a wait inside the database that is under way. Harmless otherwise. */
    void interruptAwait();

    /** From any thread: ends whatever request is under way, and drops the session. */
    void cutOff();

    /** Drops the session and its lock. */
    void disconnect();

    /** Drops everything: the driver is not run again. */
    void close();

    /** From any thread: tells the log and the listeners. */
    void announce(LeadershipEvent event);

    /** What runs while a role is led, one term after the other. Called by whoever runs the {@link ElectionDriver}. */
    interface TermWork {

        /**
         * The gate of this term has been opened for the first time.
         *
         * @param gate the role's
         * @param ended to be told, with a reason, when the work has ended, asked or not
         */
        void begin(LeaderToken token, DeadlineGate gate, Consumer<String> ended);

        /**
         * The term is being left: the work shall finish.
         *
         * @return whether this term has work that will tell of its end
         */
        boolean finish(LeaderToken token);

        /** The term is over. */
        void interrupt(LeaderToken token);

        /** Whichever term it belongs to: it must end. */
        void interruptAll();

        /** From any thread: a term that is over and whose work has not ended. */
        default Optional<LeaderToken> unfinished() {
            return Optional.empty();
        }
    }
}

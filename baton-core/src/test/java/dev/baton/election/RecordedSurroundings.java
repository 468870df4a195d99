package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.support.Stopwatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Where a test runs a driver: remembers what it was asked for, and shows the time that the test sets. */
final class RecordedSurroundings implements Surroundings, Surroundings.TermWork {
    final List<Kind> announced = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    Consumer<String> workEnded = reason -> {};
    Optional<LeaderToken> unfinished = Optional.empty();
    Supplier<DeadlineGate> gate;
    long now = 1_000;

    @Override
    public Stopwatch stopwatch() {
        return () -> now;
    }

    @Override
    public void wakeUp() {
        calls.add("wakeUp");
    }

    @Override
    public void interruptAwait() {
        calls.add("interruptAwait");
    }

    @Override
    public void cutOff() {
        calls.add("cutOff, gate " + (gate.get().isLeader() ? "open" : "shut"));
    }

    @Override
    public void disconnect() {
        calls.add("disconnect");
    }

    @Override
    public void close() {
        calls.add("close");
    }

    @Override
    public void announce(LeadershipEvent event) {
        announced.add(event.kind());
    }

    @Override
    public void begin(LeaderToken token, DeadlineGate gate, Consumer<String> ended) {
        calls.add("begin");
        workEnded = ended;
    }

    @Override
    public boolean finish(LeaderToken token) {
        calls.add("finish");
        return true;
    }

    @Override
    public void interrupt(LeaderToken token) {
        calls.add("interrupt");
    }

    @Override
    public void interruptAll() {
        calls.add("interruptAll");
    }

    @Override
    public Optional<LeaderToken> unfinished() {
        return unfinished;
    }
}

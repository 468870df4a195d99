package dev.baton.failures.stage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What clients were told about intents, and which calls the gateway had. Thread-safe. */
public final class IntentLedger {

    /** A call at the gateway, by whom and under which epoch, and what it answered. */
    record Call(String intent, int attempt, String holder, long epoch, String answer) {}

    private Story story = Story.UNTOLD;
    private final Set<String> asked = new LinkedHashSet<>();
    private final Set<String> acknowledged = new LinkedHashSet<>();
    private final Set<String> cancelled = new LinkedHashSet<>();
    private final Set<String> cancelUnknown = new LinkedHashSet<>();
    private final Set<String> old = new LinkedHashSet<>();
    private final List<Call> calls = new ArrayList<>();

    synchronized void tellTo(Story listener) {
        story = listener;
    }

    /** What the ledger of another process told. */
    synchronized void adopt(String... words) {
        switch (words[0]) {
            case "asked-intent" -> asked.add(words[1]);
            case "acknowledged-intent" -> acknowledged.add(words[1]);
            case "called" ->
                calls.add(new Call(words[1], Integer.parseInt(words[2]), words[3], Long.parseLong(words[4]), words[5]));
            default -> {} // for others
        }
    }

    synchronized void asked(String key) {
        asked.add(key);
        story.tell("asked-intent " + key);
    }

    synchronized void acknowledged(String key) {
        acknowledged.add(key);
        story.tell("acknowledged-intent " + key);
    }

    /** Those that nobody will ask for again. */
    synchronized List<String> acknowledgedOnce() {
        return acknowledged.stream().filter(key -> !key.contains(":again-")).toList();
    }

    /** It ended in the past, and may be gone. */
    synchronized void old(String key) {
        old.add(key);
    }

    synchronized boolean isOld(String key) {
        return old.contains(key);
    }

    synchronized void cancelled(String key) {
        cancelled.add(key);
    }

    synchronized void cancelUnknown(String key) {
        cancelUnknown.add(key);
    }

    synchronized void called(Call call) {
        calls.add(call);
        story.tell("called " + call.intent + " " + call.attempt + " " + call.holder + " " + call.epoch + " "
                + call.answer);
    }

    synchronized Set<String> keys() {
        return new LinkedHashSet<>(asked);
    }

    /** Whoever asked and knows nothing. */
    public synchronized List<String> unanswered() {
        return asked.stream().filter(key -> !acknowledged.contains(key)).toList();
    }

    synchronized boolean isCancelled(String key) {
        return cancelled.contains(key);
    }

    synchronized boolean mayBeCancelled(String key) {
        return cancelUnknown.contains(key);
    }

    synchronized List<Call> calls(String key) {
        return calls.stream().filter(call -> call.intent.equals(key)).toList();
    }

    /** Whether the gateway was called for it. */
    public synchronized boolean wasCalled(String key) {
        return calls.stream().anyMatch(call -> call.intent.equals(key));
    }
}

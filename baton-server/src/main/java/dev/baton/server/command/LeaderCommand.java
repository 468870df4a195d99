package dev.baton.server.command;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A program that runs while this process leads: started when the gate opens, ended when the term is over or the gate shuts,
 * started again with the next term. When it ends by itself, that is the end of it all. A process that leads several roles runs it
 * once for each.
 */
public final class LeaderCommand implements LeaderWork {

    private static final Duration LOOK = Duration.ofMillis(20);

    /** A term that was lost may be another's by now, and so may one whose gate has shut: no time for farewells. */
    private static final Duration LOST = Duration.ZERO;

    private final List<String> command;
    private final Duration grace;
    private final Consumer<String> say;
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final Map<String, Integer> codesWhenLeft = new ConcurrentHashMap<>();
    private final CountDownLatch leaving = new CountDownLatch(1);

    /**
     * @param grace between asking and forcing it to end, where the role is kept meanwhile
     * @param say for people who watch
     */
    public LeaderCommand(List<String> command, Duration grace, Consumer<String> say) {
        this.command = List.copyOf(command);
        this.grace = grace;
        this.say = say;
    }

    /** The code with which the program ended by itself; a failure if it could not be started. */
    public CompletableFuture<Integer> ended() {
        return ended;
    }

    /** The code with which the program ended when this process left its roles, if it ran then; of several the highest. */
    public Optional<Integer> codeWhenLeft() {
        return codesWhenLeft.values().stream().max(Integer::compare);
    }

    /** From here on codes count: what this process had handed over before has nothing to do with its end. */
    public void leaveAll() {
        codesWhenLeft.clear();
        leaving.countDown();
    }

    /** @return whether this process leaves its roles by then: for whoever has not begun yet to stand for them */
    public boolean awaitLeaving(Duration atMost) throws InterruptedException {
        return leaving.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void lead(Term term) throws InterruptedException {
        lead(term, Map.of());
    }

    /** @param more what the program finds in its environment besides */
    public void lead(Term term, Map<String, String> more) throws InterruptedException {
        while (ended.isDone() || !term.gate().isLeader()) { // a quiet period, perhaps
            if (term.awaitOver(LOOK)) {
                return;
            }
        }
        codesWhenLeft.remove(term.token().role());
        try (ProcessGroup group = start(term.token(), more)) {
            say.accept(
                    "leads " + term.token().role() + ", epoch " + term.token().epoch() + ": process " + group.pid());
            watch(group, term);
        } catch (UncheckedIOException e) {
            ended.completeExceptionally(e.getCause());
        }
        while (ended.isDone() && !term.awaitOver(LOOK)) {
            // whoever waits for that end leaves the role; a next term here would start the program again
        }
    }

    private ProcessGroup start(LeaderToken token, Map<String, String> more) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            return ProcessGroup.start(builder, environment(token, more));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> environment(LeaderToken token, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.put("BATON_ROLE", token.role());
        all.put("BATON_HOLDER", token.holderId());
        all.put("BATON_EPOCH", Long.toString(token.epoch()));
        return all;
    }

    private void watch(ProcessGroup group, Term term) {
        try {
            while (!group.awaitEnd(LOOK)) {
                boolean leads = term.gate().isLeader();
                if (term.isOver() || !leads) {
                    group.end(leads ? grace : LOST);
                    if (leads) {
                        codesWhenLeft.put(term.token().role(), group.exitCode());
                    }
                    say.accept("no longer leads " + term.token().role() + ": the command was ended");
                    return;
                }
            }
            ended.complete(group.exitCode());
        } catch (InterruptedException e) {
            group.end(LOST);
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.spring.submissions;

import dev.baton.spring.BatonSetupException;
import dev.baton.spring.election.LifecyclePhases;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/** Accepts and executes intents from the start of the context to its stop; calls under way finish first. */
final class SubmissionRunner implements SmartLifecycle {

    private final Supplier<SubmissionManagerBuilder> builder;
    private final Supplier<Candidacy> candidacy;
    private final Consumer<SubmissionManager> started;
    private volatile SubmissionManager manager;
    private volatile boolean isRunning;

    /**
     * @param started told about the manager when it runs
     */
    SubmissionRunner(
            Supplier<SubmissionManagerBuilder> builder,
            Supplier<Candidacy> candidacy,
            Consumer<SubmissionManager> started) {
        this.builder = builder;
        this.candidacy = candidacy;
        this.started = started;
    }

    SubmissionManager manager() {
        SubmissionManager running = manager;
        if (running == null) {
            throw new IllegalStateException("intents can be handed in once the context has started");
        }
        return running;
    }

    @Override
    public void start() {
        try {
            manager = builder.get().candidacy(candidacy.get()).start();
        } catch (IllegalArgumentException e) {
            throw new BatonSetupException(
                    "Submissions cannot work as they are set up: " + e.getMessage() + ".",
                    "Change what the sentence names, under baton.submissions, or switch submissions off with"
                            + " baton.submissions.enabled=false.");
        }
        started.accept(manager);
        isRunning = true;
    }

    /** Handing in goes on: requests that web servers still finish may have something to leave behind. */
    @Override
    public void stop() {
        SubmissionManager running = manager;
        if (running != null) {
            running.close();
        }
        isRunning = false;
    }

    @Override
    public boolean isRunning() {
        return isRunning;
    }

    @Override
    public int getPhase() {
        return LifecyclePhases.WORK;
    }
}

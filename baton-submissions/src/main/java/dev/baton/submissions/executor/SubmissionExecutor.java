package dev.baton.submissions.executor;

import dev.baton.Campaign;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.TermContext;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The work of role {@code submission-manager-executor}: one {@link TermRun} after the other. */
public final class SubmissionExecutor implements LeaderWork {

    private final ExecutorParts parts;
    private final CompletableFuture<Campaign> campaign = new CompletableFuture<>();
    private volatile TermRun current;

    public SubmissionExecutor(ExecutorParts parts) {
        this.parts = parts;
    }

    /** The campaign that this is the work of: to be told once, before the first term can step down. */
    public void belongsTo(Campaign standing) {
        campaign.complete(standing);
    }

    @Override
    public void lead(Term term) throws ExecutionException, InterruptedException {
        TermContext context = new TermContext(parts, campaign.get(), term);
        try {
            TermRun run = new TermRun(context);
            current = run;
            run.run();
        } catch (SQLException e) {
            context.stepDown("the start of the executor", e);
        } finally {
            current = null;
        }
    }

    /** There may be something new. */
    public void refreshSoon() {
        TermRun run = current;
        if (run != null) {
            run.refreshSoon();
        }
    }

    /** How many intents the leader's window holds; 0 on a follower. */
    public int queueDepth() {
        TermRun run = current;
        return run == null ? 0 : run.queued();
    }

    /** How many attempts are under way here. */
    public int inFlight() {
        TermRun run = current;
        return run == null ? 0 : run.underWay();
    }
}

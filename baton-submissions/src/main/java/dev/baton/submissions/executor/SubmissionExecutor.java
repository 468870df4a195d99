package dev.baton.submissions.executor;

import dev.baton.Campaign;
import dev.baton.Term;
import dev.baton.submissions.executor.limits.CallSlots;
import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.LaneShare;
import dev.baton.submissions.executor.term.TermContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * The work of role {@code submission-manager-executor}: one {@link TermRun} after the other, with the {@link SideDuties} of its
 * term. Where the executor is divided there is a run for each shard that is led here, and the role has the side duties alone.
 */
public final class SubmissionExecutor {

    private static final Duration IDLE = Duration.ofMinutes(1);

    private final ExecutorParts parts;
    private final CompletableFuture<Campaign> campaign = new CompletableFuture<>();
    private final Set<TermRun> runs = ConcurrentHashMap.newKeySet();
    private final CallSlots sharedSlots;
    private final GatewayGuards sharedGuards;
    private volatile SideDuties duties;

    public SubmissionExecutor(ExecutorParts parts) {
        this.parts = parts;
        this.sharedSlots = slots();
        this.sharedGuards = guards();
    }

    private CallSlots slots() {
        return new CallSlots(parts.settings().concurrency());
    }

    private GatewayGuards guards() {
        return new GatewayGuards(parts.settings(), parts.time());
    }

    /** The campaign that this is the work of: to be told once, before the first term can step down. */
    public void belongsTo(Campaign standing) {
        campaign.complete(standing);
    }

    /** A term of an executor that is not divided: everything. */
    public void leadAll(Term term) throws ExecutionException, InterruptedException {
        TermContext context = new TermContext(parts, campaign.get(), term, LaneShare.all());
        SideDuties own = new SideDuties(context);
        try {
            run(context, slots(), guards(), own::start, own::webhookDue);
        } finally {
            own.stop();
        }
    }

    /** A term of the role where the executor is divided: what is done once for all shards. */
    public void leadSideDuties(Term term) throws ExecutionException, InterruptedException {
        SideDuties own = new SideDuties(new TermContext(parts, campaign.get(), term, LaneShare.all()));
        duties = own;
        try {
            own.start();
            while (!term.awaitOver(IDLE)) {
                Thread.onSpinWait();
            }
        } finally {
            duties = null;
            own.stop();
        }
    }

    /** A term of a shard: the attempts of the lanes that it covers. */
    public void leadShard(Term term, Predicate<String> covers) throws InterruptedException {
        Optional<Campaign> own = parts.baton().campaigns().stream()
                .filter(one -> one.role().equals(term.token().role()))
                .findFirst();
        if (own.isPresent()) {
            TermContext context = new TermContext(parts, own.get(), term, LaneShare.of(covers));
            run(context, sharedSlots, sharedGuards, () -> {}, this::webhookDue);
        }
    }

    private void run(TermContext context, CallSlots slots, GatewayGuards guards, Runnable rebuilt, Runnable webhookDue)
            throws InterruptedException {
        try {
            TermRun run = new TermRun(context, slots, guards, rebuilt, webhookDue);
            runs.add(run);
            try {
                run.run();
            } finally {
                runs.remove(run);
            }
        } catch (SQLException e) {
            context.stepDown("the start of the executor", e);
        }
    }

    /** There may be ends to be told, if it is this node that tells them. */
    public void webhookDue() {
        SideDuties own = duties;
        if (own != null) {
            own.webhookDue();
        }
    }

    /** There may be something new. */
    public void refreshSoon() {
        runs.forEach(TermRun::refreshSoon);
    }

    /** There is something new in a lane; whether its leader is here, and knows now. */
    public boolean refreshSoon(String lane) {
        boolean here = false;
        for (TermRun run : runs) {
            if (run.covers(lane) && run.mayAct()) {
                run.refreshSoon();
                here = true;
            }
        }
        return here;
    }

    /** How many intents the windows of the terms led here hold; 0 on a follower. */
    public int queueDepth() {
        return runs.stream().mapToInt(TermRun::queued).sum();
    }

    /** How many attempts are under way here. */
    public int inFlight() {
        return runs.stream().mapToInt(TermRun::underWay).sum();
    }
}

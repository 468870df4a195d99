package dev.baton.submissions.executor;

import dev.baton.Campaign;
import dev.baton.Term;
import dev.baton.submissions.executor.attempts.AttemptsTogether;
import dev.baton.submissions.executor.limits.CallSlots;
import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.LaneShare;
import dev.baton.submissions.executor.term.TermContext;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The work of role {@code submission-manager-executor}: one {@link TermRun} after the other, with the {@link SideDuties} of its
 * term. Where the executor is divided there is a run for each shard that is led here, and the role has the side duties alone.
 */
public final class SubmissionExecutor {

    private final ExecutorParts parts;
    private final CompletableFuture<Campaign> campaign = new CompletableFuture<>();
    private final Set<TermRun> runs = ConcurrentHashMap.newKeySet();
    private final CallSlots sharedSlots;
    private final GatewayGuards sharedGuards;
    private final AttemptsTogether together;
    private final ExecutorDivision division;
    private volatile SideDuties duties;

    public SubmissionExecutor(ExecutorParts parts) {
        this.parts = parts;
        this.sharedSlots = slots();
        this.sharedGuards = guards();
        this.together = new AttemptsTogether(parts);
        this.division = new ExecutorDivision(parts, sharedGuards);
    }

    private CallSlots slots() {
        return new CallSlots(parts.settings().concurrency());
    }

    private GatewayGuards guards() {
        return new GatewayGuards(parts.settings(), parts.time(), () -> runs.forEach(TermRun::startSoon));
    }

    /** The campaign that this is the work of: to be told once, before the first term can step down. */
    public void belongsTo(Campaign standing) {
        campaign.complete(standing);
    }

    /** A term of an executor that is not divided: everything. */
    public void leadAll(Term term) throws ExecutionException, InterruptedException {
        TermContext context = TermContext.whole(parts, campaign.get(), term);
        SideDuties own = new SideDuties(context);
        try {
            if (division.takeAll(context)) {
                run(context, Optional.empty(), slots(), guards(), own::start, own::webhookDue);
            }
        } catch (SQLException e) {
            context.stepDown("the end of shards", e);
        } finally {
            own.stop();
        }
    }

    /** A term of the role where the executor is divided: what is done once for all shards. */
    public void leadSideDuties(Term term) throws ExecutionException, InterruptedException {
        TermContext context = TermContext.whole(parts, campaign.get(), term);
        SideDuties own = new SideDuties(context);
        duties = own;
        try {
            own.start(); // the duties have threads of their own
            division.leaveToShards(context);
        } catch (SQLException e) {
            context.stepDown("the beginning of shards", e);
        } finally {
            duties = null;
            own.stop();
        }
    }

    /** A term of a shard: the attempts of the lanes that it covers. */
    public void leadShard(Term term, Predicate<String> covers, LongConsumer attempts) throws InterruptedException {
        attempts.accept(0);
        Optional<Campaign> own = parts.baton().campaigns().stream()
                .filter(one -> one.role().equals(term.token().role()))
                .findFirst();
        if (own.isEmpty()) {
            if (!term.isOver()) {
                throw new IllegalStateException("the manager's Baton does not stand for '"
                        + term.token().role() + "': start the group of shards on that one");
            }
            return;
        }
        String executor = campaign.join().role();
        TermContext context =
                new TermContext(parts, own.get(), division.inShards(term, executor), LaneShare.of(covers), attempts);
        if (division.enter(context, term, executor)) {
            run(context, Optional.of(together), sharedSlots, sharedGuards, () -> {}, this::webhookDue);
        }
    }

    private void run(
            TermContext context,
            Optional<AttemptsTogether> shared,
            CallSlots slots,
            GatewayGuards guards,
            Runnable rebuilt,
            Runnable webhookDue)
            throws InterruptedException {
        try {
            TermRun run = new TermRun(context, shared, slots, guards, rebuilt, webhookDue);
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
            if (run.covers(lane)) {
                run.refreshSoon();
                here |= run.mayAct();
            }
        }
        return here;
    }

    /** Whether a term is led here, and its gate is open. */
    public boolean mayAct() {
        return runs.stream().anyMatch(TermRun::mayAct);
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

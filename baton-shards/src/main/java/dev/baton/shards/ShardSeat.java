package dev.baton.shards;

import dev.baton.Campaign;
import dev.baton.Campaign.Standing;
import dev.baton.FenceDemand;
import dev.baton.Term;
import dev.baton.sql.Baton;
import dev.baton.support.Stopwatch;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node standing for one shard of one layout. Used by the group's thread, and by that of the shard's term. */
final class ShardSeat {

    private static final Logger LOG = LoggerFactory.getLogger(ShardSeat.class);

    private final Baton baton;
    private final ShardStore store;
    private final ShardSettings settings;
    private final Layout layout;
    private final int shard;
    private final WorkLog log;
    private final SignsOfLife signs = new SignsOfLife();
    private final HandOverPauses pauses = new HandOverPauses();
    private volatile ShardTerm term;
    private volatile boolean leaving;
    private Campaign campaign;
    private boolean heldUp;
    private CompletableFuture<Void> handOver = CompletableFuture.completedFuture(null);

    ShardSeat(Baton baton, ShardStore store, ShardSettings settings, WorkLog log, Layout layout, int shard) {
        this.baton = baton;
        this.store = store;
        this.settings = settings;
        this.log = log;
        this.layout = layout;
        this.shard = shard;
    }

    void open() {
        campaign = baton.campaign(settings.candidacy(shard), this::lead);
    }

    Layout layout() {
        return layout;
    }

    /** The term whose work runs here now. */
    Optional<ShardTerm> term() {
        return Optional.ofNullable(term);
    }

    boolean leads() {
        return term != null || campaign.standing() == Standing.LEADING;
    }

    boolean isLeaving() {
        return leaving;
    }

    /**
     * The work of a term, if its layout is still the group's. The look is made in a transaction that the fence has accepted:
     * so it comes after this term was granted, and sees that the layout was to end if the coordinator said so before that. If it
     * says so later, it takes the role after this term, and there is no next layout before.
     */
    private void lead(Term granted) throws Exception {
        boolean active = baton.fencedResult(
                granted.token(),
                FenceDemand.UNEXPIRED,
                c -> store.state(c).filter(state -> state.hasActive(layout)).isPresent());
        if (!active) {
            LOG.debug("{} was granted after its layout had ended", granted.token());
            return;
        }
        TermWorkCounter work = new TermWorkCounter(fencedWrites(granted));
        ShardTerm begun = new ShardTerm(granted, layout, shard, work);
        log.began(layout, shard, work);
        if (pauses.began(granted.token().epoch(), Stopwatch.system().elapsed())) {
            LOG.warn(
                    "shard {} of {} was left to its owner, which lives and did not take it: can that node elect?",
                    shard,
                    settings.group());
        }
        term = begun;
        try {
            tell(listener -> listener.began(begun));
            settings.work().lead(begun);
        } finally {
            term = null;
            log.ended(work);
            tell(listener -> listener.ended(begun));
        }
    }

    /** By the campaign itself: a term may begin before {@link #open} has been told which that is. */
    private LongSupplier fencedWrites(Term granted) {
        return baton.campaigns().stream()
                .filter(own -> own.role().equals(granted.token().role()))
                .findFirst()
                .<LongSupplier>map(own -> () -> own.fencedWrites().accepted())
                .orElse(() -> 0);
    }

    /** Whoever only listens must not keep a shard from being worked on, whatever is thrown. */
    private void tell(Consumer<ShardListener> what) {
        try {
            what.accept(settings.listener());
        } catch (RuntimeException | Error e) {
            LOG.warn("a listener failed on shard {} of {}", shard, settings.group(), e);
        }
    }

    /**
     * While the work of a lost term has not ended, this node cannot lead; it is no candidate then, so that nobody hands it the shard,
     * in vain and again and again.
     */
    void standIfFree() {
        ShardTerm running = term;
        boolean stuck = running != null && running.isOver();
        if (stuck && !heldUp && !campaign.heldUpByOldWork().isZero()) {
            LOG.warn("{} has ended and its work has not: this node does not stand for it until it has", running);
            heldUp = true;
            handOver = campaign.drain();
        } else if (!stuck && heldUp) {
            heldUp = false;
            campaign.undrain();
        }
    }

    void beforeLook() {
        signs.beforeLook(term);
    }

    void afterLook(GroupView view) {
        signs.afterLook(term, view);
    }

    /**
     * Leaves the shard to its owner, if that one can take it now; else in a later round.
     *
     * @return whether the database was asked
     */
    boolean handOver(GroupView view, String owner) {
        ShardTerm left = term;
        if (left == null
                || !handOver.isDone()
                || !signs.canTake(view, owner)
                || !pauses.mayHandOver(owner, Stopwatch.system().elapsed())) {
            return false;
        }
        handOver = campaign.transferTo(owner).whenComplete((done, refused) -> {
            if (refused == null) {
                pauses.handedOver(owner, left.token().epoch());
            } else {
                LOG.debug("shard {} of {} stays for now ({})", shard, settings.group(), refused.getMessage());
            }
        });
        return true;
    }

    /** Leaves the shard to whoever comes, work in flight finished first. */
    void close() {
        campaign.close();
    }

    void announceLeaving() {
        leaving = true;
    }

    void announceStaying() {
        leaving = false;
    }
}

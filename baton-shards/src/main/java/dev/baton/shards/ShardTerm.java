package dev.baton.shards;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.Term;
import java.time.Duration;

/** One term of one shard, as its work sees it: a term of a role, which knows its part of the keys. Thread-safe. */
public final class ShardTerm implements Term {

    private final Term term;
    private final Layout layout;
    private final int shard;
    private final TermWorkCounter work;

    ShardTerm(Term term, Layout layout, int shard, TermWorkCounter work) {
        this.term = term;
        this.layout = layout;
        this.shard = shard;
        this.work = work;
    }

    /** Which part this is, from 0. */
    public int shard() {
        return shard;
    }

    /** What it is a part of; stays the same as long as the term lasts. */
    public Layout layout() {
        return layout;
    }

    /** Whether a key belongs to this shard. */
    public boolean covers(String key) {
        return layout.shardOf(key) == shard;
    }

    /**
     * Counts work that was done for this shard, in pieces of which each is about as much as another: so operators see which shards have
     * how much of it ({@link ShardGroup#load}). A term that never calls this has its fenced transactions counted; one that will, and
     * has done nothing yet, says so with 0. Only adds to a counter.
     */
    public void worked(long pieces) {
        work.add(pieces);
    }

    @Override
    public LeaderToken token() {
        return term.token();
    }

    @Override
    public LeaderGate gate() {
        return term.gate();
    }

    @Override
    public boolean isOver() {
        return term.isOver();
    }

    @Override
    public boolean awaitOver(Duration atMost) throws InterruptedException {
        return term.awaitOver(atMost);
    }

    @Override
    public String toString() {
        return "shard " + shard + " of " + layout.shards() + ", " + term.token();
    }
}

package dev.baton.shards;

import dev.baton.Campaign;
import dev.baton.Term;
import dev.baton.sql.Baton;
import dev.baton.support.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a layout that is closing: the coordinator takes every shard's role itself, once. When its gate opens, by the core's own
 * rules nobody else's is open any more, and the epoch is past that of every term that worked in the layout.
 */
final class LayoutRetirement {

    private static final Logger LOG = LoggerFactory.getLogger(LayoutRetirement.class);

    /** As many at a time as a small pool and a few threads can bear. */
    private static final int WAVE = 16;

    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * Threads of our own: those that all of a program shares may be busy for as long as it likes, and until candidacies are closed
     * nobody works on the group. They end when nothing is left to close.
     */
    private final Executor threads = Threads.shared("baton-shards-retiring", WAVE);

    private final Baton baton;
    private final ShardSettings settings;

    /** Of the layout that is closing: while it is, no term of it begins to work after its role was taken once. */
    private final Set<Integer> retired = new HashSet<>();

    LayoutRetirement(Baton baton, ShardSettings settings) {
        this.baton = baton;
        this.settings = settings;
    }

    /** @return whether all are retired; if not, it is to be tried again */
    boolean retire(Term coordinator, Layout layout) throws InterruptedException {
        for (int first = 0; first < layout.shards() && !coordinator.isOver(); first += WAVE) {
            retireWave(coordinator, first, Math.min(first + WAVE, layout.shards()));
        }
        return retired.size() == layout.shards() && !coordinator.isOver();
    }

    private void retireWave(Term coordinator, int first, int end) throws InterruptedException {
        List<Taken> wave = new ArrayList<>();
        List<CompletableFuture<Void>> closing = new ArrayList<>();
        try {
            for (int shard = first; shard < end; shard++) {
                if (!retired.contains(shard)) {
                    take(shard, wave);
                }
            }
            while (!wave.isEmpty() && !coordinator.isOver()) {
                retireThoseLed(wave, closing);
            }
        } finally {
            wave.forEach(taken -> closing.add(CompletableFuture.runAsync(taken.campaign()::close, threads)));
            closing.forEach(CompletableFuture::join);
        }
    }

    /** Each is left as soon as it was led once: another may wait for its connection, where those are few. */
    private void retireThoseLed(List<Taken> wave, List<CompletableFuture<Void>> closing) throws InterruptedException {
        for (Iterator<Taken> left = wave.iterator(); left.hasNext(); ) {
            Taken taken = left.next();
            if (taken.campaign().awaitLeadership(LOOK).isPresent()) {
                retired.add(taken.shard());
                closing.add(CompletableFuture.runAsync(taken.campaign()::close, threads));
                left.remove();
            }
        }
    }

    private record Taken(int shard, Campaign campaign) {}

    private void take(int shard, List<Taken> wave) {
        try {
            wave.add(new Taken(shard, baton.campaign(settings.candidacy(shard))));
        } catch (IllegalArgumentException e) { // this node itself has not left it yet
            LOG.debug("shard {} of {} is not ended yet ({})", shard, settings.group(), e.getMessage());
        }
    }
}

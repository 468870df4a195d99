package dev.baton.server.node;

import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditLog.Act;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refusals for the audit. Strangers cause them, as many as they like, so they are counted in memory and written together now
 * and then, in a few lines: they cost no request a transaction, and fill neither the memory nor the table.
 */
public final class AccessAudit implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AccessAudit.class);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Kinds of refusals that are told apart in one pause; what is beyond them shares a line. */
    static final int MOST_KINDS = 10;

    private static final Refusal OTHERS = new Refusal("nobody", "", "", "access.refuse", "other requests", "", "");

    private final AuditLog audit;
    private final Map<Kind, Count> counts = new LinkedHashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-access-audit"));

    public AccessAudit(AuditLog audit) {
        this.audit = audit;
    }

    /**
     * Somebody was refused.
     *
     * @param actor whose name is known, or nobody
     * @param client its address
     * @param action what was tried
     * @param subject the route as it is known, not as it was sent
     * @param code the kind of refusal
     * @param sentence as it was said
     */
    public record Refusal(
            String actor,
            String client,
            String requestId,
            String action,
            String subject,
            String code,
            String sentence) {

        private Kind kind() {
            return new Kind(actor, client, action, subject, code);
        }

        private Entry entry(long times) {
            String outcome = "refused " + (times == 1 ? "" : times + " times ") + code + ": " + sentence;
            return new Entry(new Act(actor, client, requestId, action, subject), outcome);
        }
    }

    /** What counts together. */
    private record Kind(String actor, String client, String action, String subject, String code) {}

    /** The first of a kind and how many there were. */
    private record Count(Refusal first, long times) {}

    public void add(Refusal refusal) {
        add(new Count(refusal, 1));
    }

    private void add(Count more) {
        synchronized (counts) {
            if (counts.isEmpty()) {
                writeLater();
            }
            boolean known = counts.containsKey(more.first().kind());
            Refusal kept = known || counts.size() < MOST_KINDS ? more.first() : OTHERS;
            counts.merge(
                    kept.kind(),
                    new Count(kept, more.times()),
                    (one, other) -> new Count(one.first(), one.times() + other.times()));
        }
    }

    @SuppressWarnings("unused") // it ends with the executor
    private void writeLater() {
        if (!thread.isShutdown()) {
            var next = thread.schedule(this::write, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Writes what was counted; while the database is away it is counted on. */
    void write() {
        List<Count> taken;
        synchronized (counts) {
            taken = List.copyOf(counts.values());
            counts.clear();
        }
        try {
            audit.record(
                    taken.stream().map(one -> one.first().entry(one.times())).toList());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("refusals cannot be written now", e);
            taken.forEach(this::add);
        }
    }

    /** What was counted is written first. */
    @Override
    public void close() {
        thread.shutdownNow();
        write();
    }
}

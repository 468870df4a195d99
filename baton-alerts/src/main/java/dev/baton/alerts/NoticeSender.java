package dev.baton.alerts;

import dev.baton.FenceDemand;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.alerts.notify.Notifier;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is due: marks it, passes the gate, calls, records the end. Different notifiers at the same time, so that a
 * slow one holds up nobody else; of one alert to one notifier only the oldest, so that "resolved" never overtakes.
 */
final class NoticeSender {

    private static final Logger LOG = LoggerFactory.getLogger(NoticeSender.class);
    private static final int MOST_ATTEMPTS = 12;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** A notifier has bounds of its own; one that has none holds up the others for no longer than this. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private final Baton baton;
    private final AlertStore store;
    private final LeaderGate gate;
    private final Map<String, Notifier> notifiers;
    private final Duration firstPause;

    NoticeSender(Baton baton, AlertStore store, LeaderGate gate, Map<String, Notifier> notifiers, Duration round) {
        this.baton = baton;
        this.store = store;
        this.gate = gate;
        this.notifiers = notifiers;
        this.firstPause = round;
    }

    void sendDue(LeaderToken token) throws SQLException {
        Map<String, DueNotice> oldest = new LinkedHashMap<>();
        store.due().forEach(notice -> oldest.putIfAbsent(notice.orderingKey(), notice));
        Map<DueNotice, CompletableFuture<Void>> calls = new LinkedHashMap<>();
        for (DueNotice notice : mark(token, List.copyOf(oldest.values()))) {
            gate.ensureEpoch(token.epoch());
            calls.put(notice, call(notice));
        }
        for (Map.Entry<DueNotice, CompletableFuture<Void>> call : calls.entrySet()) {
            record(token, call.getKey(), failure(call.getValue()));
        }
    }

    private List<DueNotice> mark(LeaderToken token, List<DueNotice> notices) throws SQLException {
        if (notices.isEmpty()) {
            return notices;
        }
        return baton.<List<DueNotice>, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> {
            List<DueNotice> marked = new ArrayList<>();
            for (DueNotice notice : notices) {
                if (store.markSending(c, token, notice)) {
                    marked.add(notice);
                }
            }
            return marked;
        });
    }

    private CompletableFuture<Void> call(DueNotice due) {
        Notifier notifier = notifiers.get(AlertRule.notifier(due.notifier()));
        if (notifier == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("no notifier of that name is configured"));
        }
        try {
            CompletableFuture<Void> call = notifier.sendNotice(due.notice());
            return call == null
                    ? CompletableFuture.failedFuture(new IllegalStateException("the notifier gave no answer"))
                    : call.copy().orTimeout(LONGEST_CALL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException | Error e) { // an Error of one is no reason to tell the others twice
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Optional<Throwable> failure(CompletableFuture<Void> call) {
        try {
            call.join();
            return Optional.empty();
        } catch (CompletionException | java.util.concurrent.CancellationException e) {
            return Optional.of(e.getCause() == null ? e : e.getCause());
        }
    }

    private void record(LeaderToken token, DueNotice notice, Optional<Throwable> failure) throws SQLException {
        AlertStore.NoticeEnd ending = failure.map(error -> failed(notice, error))
                .orElseGet(() -> new AlertStore.NoticeEnd(NoticeState.SENT, Duration.ZERO, null));
        baton.<Void, SQLException>fencedResult(token, FenceDemand.CURRENT, c -> {
            store.markEnded(c, token, notice, ending);
            return null;
        });
    }

    private AlertStore.NoticeEnd failed(DueNotice notice, Throwable error) {
        boolean last = notice.attempts() + 1 >= MOST_ATTEMPTS;
        String reason = error.getMessage() == null ? error.toString() : error.getMessage();
        LOG.warn(
                "alert {} could not be told to {} ({}): {}",
                notice.alert(),
                AlertRule.notifier(notice.notifier()),
                reason,
                last ? "given up" : "tried again later");
        long pause = Math.min(LONGEST_PAUSE.toMillis(), firstPause.toMillis() << Math.min(notice.attempts(), 20));
        return new AlertStore.NoticeEnd(last ? NoticeState.FAILED : NoticeState.DUE, Duration.ofMillis(pause), reason);
    }
}

package dev.baton.submissions.executor.webhooks;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.term.Postponed;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.gateway.Credential;
import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookRetries;
import dev.baton.submissions.model.WebhookState;
import dev.baton.submissions.store.WebhookRows;
import dev.baton.submissions.store.WebhookRows.Telling;
import dev.baton.submissions.tls.TlsClients;
import dev.baton.support.OutboundCalls;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the ends of intents to webhooks, at least once each: what is due is read from the database, so a crash of the
 * leader forgets nothing. Delivery never changes the intent's status.
 *
 * <p>One thread reads what is due and records what came of it, so a row that it reads is never one whose end it is just
 * recording. The threads that answers come on, or the time-outs, only put them down for it. What cannot be recorded now, because
 * somebody holds the row or the database refuses it, is recorded later and not told again meanwhile.
 */
public final class WebhookDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);
    private static final int AT_ONCE = 64;
    private static final int MOST_LOOKS = 10;
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final TermContext context;
    private final WebhookRows rows;
    private final WebhookRetries retries;
    private final Signal signal = new Signal();
    private final Queue<Tried> tried = new ConcurrentLinkedQueue<>();
    private final Set<String> underWay = new HashSet<>();
    private final Postponed<Tried> unrecorded;
    private final Set<String> crowded = new HashSet<>();
    private final HostSlots slots = new HostSlots();
    private final TlsClients clients;
    private final Credentials credentials;
    private final WebhookMessage message;
    private volatile boolean stopped;

    /**
     * What came of a delivery.
     *
     * @param host whose slot it had, or empty
     * @param answered whether there was an answer, good or bad
     * @param problem what was wrong; empty if nothing was
     */
    private record Tried(Telling telling, String host, boolean answered, String problem) {

        String intentId() {
            return telling.intentId();
        }
    }

    public WebhookDelivery(TermContext context) {
        this.context = context;
        this.rows = new WebhookRows(context.parts().sql());
        this.unrecorded = new Postponed<>(context.parts().time());
        this.retries = context.parts().settings().webhooks();
        this.message = new WebhookMessage(context.parts().credentials(), retries.timeout());
        this.clients = context.parts().webhookClients();
        this.credentials = context.parts().credentials();
    }

    /** Clients that connect no longer than a delivery may take and go nowhere else. */
    public static TlsClients clients(WebhookRetries retries) {
        return new TlsClients(() -> HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(OutboundCalls.shared().clientThreads())
                .connectTimeout(retries.timeout()));
    }

    public void start() {
        Threads.daemon(context.threadName("baton-webhooks"), this::run).start();
    }

    public void wake() {
        signal.giveSignal();
    }

    public void stop() {
        stopped = true;
        signal.giveSignal();
    }

    private void run() {
        try {
            while (!stopped && !context.term().isOver()) {
                recordTried();
                if (context.mayAct()) {
                    deliverDue();
                }
                signal.await(pause().toNanos());
            }
            while (!underWay.isEmpty()) { // each ends in time
                recordTried();
                signal.await(LOOK.toNanos());
            }
        } catch (SQLException | RuntimeException e) {
            context.stepDown("telling webhooks", e);
        } catch (Error e) { // else this term would lead, and tell nobody
            context.stepDown("telling webhooks", new IllegalStateException(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration pause() throws SQLException {
        if (underWay.size() >= AT_ONCE || !context.mayAct()) {
            return Duration.ofMillis(50);
        }
        Optional<Duration> next = context.parts().sql().use(rows::untilNext);
        Duration atLeast = Duration.ofMillis(unrecorded.size() == 0 && crowded.isEmpty() ? 20 : 1000);
        return next.map(n -> n.compareTo(atLeast) < 0 ? atLeast : n)
                .filter(n -> n.compareTo(LOOK) < 0)
                .orElse(LOOK);
    }

    /** Past what is due for hosts that have all they may have: else one of them hides what is due for others. */
    private void deliverDue() throws SQLException {
        crowded.clear();
        boolean hidden = true;
        for (int looks = 0; hidden && looks < MOST_LOOKS && underWay.size() < AT_ONCE; looks++) {
            int most = 2 * AT_ONCE + unrecorded.size();
            List<Telling> due = context.parts().sql().use(c -> rows.due(c, most, crowded));
            int before = crowded.size();
            due.forEach(this::deliver);
            hidden = due.size() == most && crowded.size() > before;
        }
    }

    private void deliver(Telling telling) {
        if (underWay.size() >= AT_ONCE
                || unrecorded.contains(telling.intentId())
                || underWay.contains(telling.intentId())) {
            return;
        }
        String host = "";
        try {
            context.ensureLeading();
            Webhook webhook = context.contract(telling.contract())
                    .webhook()
                    .orElseThrow(() -> new IllegalArgumentException("the contract names no webhook"));
            if (!slots.tryTake(webhook.url().getAuthority())) {
                crowded.add(telling.target());
                return;
            }
            host = webhook.url().getAuthority();
            underWay.add(telling.intentId());
            send(telling, webhook, host);
        } catch (NotLeaderException e) {
            LOG.debug("not delivering now", e);
        } catch (RuntimeException e) {
            underWay.add(telling.intentId());
            put(new Tried(telling, host, false, "the webhook cannot be called: " + e.getMessage()));
        }
    }

    private void send(Telling telling, Webhook webhook, String host) {
        HttpClient client =
                clients.of(webhook.credential().map(credentials::require).flatMap(Credential::tls));
        HttpRequest request = message.of(webhook, telling);
        @SuppressWarnings("unused") // what came of it is recorded, whatever it is
        var unused = OutboundCalls.shared()
                .send(
                        webhook.url(),
                        retries.timeout(),
                        () -> client.sendAsync(request, HttpResponse.BodyHandlers.discarding()))
                .whenComplete(
                        (response, error) -> put(new Tried(telling, host, error == null, problem(response, error))));
    }

    private void put(Tried one) {
        tried.add(one);
        signal.giveSignal();
    }

    /** What was wrong with a delivery; empty if nothing was. */
    private static String problem(HttpResponse<?> response, Throwable error) {
        if (error != null) {
            return "the delivery failed: " + error;
        }
        int status = response.statusCode();
        return status >= 200 && status < 300 ? "" : "the webhook answered with HTTP status " + status;
    }

    private void recordTried() throws SQLException {
        List<Tried> batch = new ArrayList<>();
        for (Tried one = tried.poll(); one != null; one = tried.poll()) {
            batch.add(one);
        }
        try {
            record(batch);
        } finally {
            for (Tried one : batch) {
                underWay.remove(one.intentId());
                slots.free(one.host(), one.answered());
            }
        }
        record(unrecorded.due(AT_ONCE));
    }

    private void record(List<Tried> batch) throws SQLException {
        if (batch.isEmpty()) {
            return;
        }
        try {
            BatchWrites.writeOrSplit(batch, context::isDataError, this::recordAtOnce, (culprit, error) -> {
                LOG.error("the webhook of intent {} cannot be recorded", culprit.intentId(), error);
                postpone(culprit, false);
            });
        } catch (NotLeaderException e) {
            LOG.debug("the next leader tells them again", e);
        }
    }

    private void recordAtOnce(List<Tried> batch) throws SQLException {
        Set<String> free = context.fenced(FenceDemand.CURRENT, c -> recordFree(c, batch));
        for (Tried one : batch) {
            if (free.contains(one.intentId())) {
                unrecorded.remove(one.intentId());
                context.parts().listener().webhookTried(one.intentId(), state(one));
            } else {
                postpone(one, true);
            }
        }
    }

    /** Those whose rows nobody holds; answers which these are. */
    private Set<String> recordFree(Connection connection, List<Tried> batch) throws SQLException {
        Set<String> free =
                rows.free(connection, batch.stream().map(Tried::intentId).toList());
        for (Tried one : batch) {
            if (free.contains(one.intentId())) {
                Telling telling = one.telling();
                Duration retry = retries.pauseAfter(telling.tried() + 1);
                rows.record(connection, context.token(), telling, state(one), one.problem(), retry);
            }
        }
        return free;
    }

    private void postpone(Tried one, boolean isHeld) {
        if (!unrecorded.add(one.intentId(), one, isHeld)) {
            LOG.error("the end of intent {} will be told again: too many tellings cannot be recorded", one.intentId());
        }
    }

    private WebhookState state(Tried one) {
        if (one.problem().isEmpty()) {
            return WebhookState.DELIVERED;
        }
        return one.telling().tried() + 1 >= retries.attempts() ? WebhookState.FAILED : WebhookState.PENDING;
    }
}

package dev.baton.submissions.executor.webhooks;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookRetries;
import dev.baton.submissions.store.WebhookRows;
import dev.baton.submissions.store.WebhookRows.Telling;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the ends of intents to webhooks, at least once each: what is due is read from the database, so a crash of the
 * leader forgets nothing. Delivery never changes the intent's status.
 */
public final class WebhookDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);
    private static final int AT_ONCE = 16;
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final TermContext context;
    private final WebhookRows rows;
    private final WebhookRetries retries;
    private final Signal signal = new Signal();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Set<String> leftAlone = ConcurrentHashMap.newKeySet();
    private final HttpClient client;
    private final WebhookMessage message;
    private volatile boolean stopped;

    public WebhookDelivery(TermContext context) {
        this.context = context;
        this.rows = new WebhookRows(context.parts().sql());
        this.retries = context.parts().settings().webhooks();
        this.message = new WebhookMessage(context.parts().secrets(), retries.timeout());
        this.client = context.parts().webhookClient();
    }

    /** A client that connects no longer than a delivery may take and goes nowhere else. */
    public static HttpClient client(WebhookRetries retries) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(retries.timeout())
                .build();
    }

    public void start() {
        Threads.daemon("baton-webhooks-" + context.token().epoch(), this::run).start();
    }

    public void wake() {
        signal.give();
    }

    public void stop() {
        stopped = true;
        signal.give();
    }

    private void run() {
        try {
            while (!stopped && !context.term().isOver()) {
                if (context.mayAct()) {
                    deliverDue();
                }
                signal.await(pause().toNanos());
            }
        } catch (SQLException | RuntimeException e) {
            context.stepDown("reading webhooks", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration pause() throws SQLException {
        if (underWay.size() >= AT_ONCE || !context.mayAct()) {
            return Duration.ofMillis(50);
        }
        Optional<Duration> next = context.parts().sql().use(rows::untilNext);
        Duration atLeast = Duration.ofMillis(leftAlone.isEmpty() ? 20 : 1000);
        return next.map(n -> n.compareTo(atLeast) < 0 ? atLeast : n)
                .filter(n -> n.compareTo(LOOK) < 0)
                .orElse(LOOK);
    }

    /** A row that was read while its delivery was being recorded is old: recording wakes this loop, which reads it again. */
    private void deliverDue() throws SQLException {
        Set<String> old = Set.copyOf(underWay);
        List<Telling> due = context.parts().sql().use(c -> rows.due(c, 2 * AT_ONCE + leftAlone.size()));
        for (Telling telling : due) {
            if (!old.contains(telling.intentId())
                    && !leftAlone.contains(telling.intentId())
                    && underWay.size() < AT_ONCE
                    && underWay.add(telling.intentId())) {
                deliver(telling);
            }
        }
    }

    private void deliver(Telling telling) {
        try {
            context.ensureLeading();
            Webhook webhook = context.contract(telling.contract())
                    .webhook()
                    .orElseThrow(() -> new IllegalArgumentException("the contract names no webhook"));
            CompletableFuture<HttpResponse<Void>> exchange =
                    client.sendAsync(message.of(webhook, telling), HttpResponse.BodyHandlers.discarding());
            @SuppressWarnings("unused") // what came of it is recorded, whatever it is
            var unused = exchange.thenApply(HttpResponse::statusCode)
                    .orTimeout(retries.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((status, error) -> {
                        exchange.cancel(true);
                        record(telling, problem(status, error));
                    });
        } catch (NotLeaderException e) {
            underWay.remove(telling.intentId());
        } catch (RuntimeException e) {
            record(telling, "the webhook cannot be called: " + e.getMessage());
        }
    }

    /** What was wrong with a delivery; empty if nothing was. */
    private static String problem(Integer status, Throwable error) {
        if (error != null) {
            return "the delivery failed: " + error;
        }
        return status >= 200 && status < 300 ? "" : "the webhook answered with HTTP status " + status;
    }

    /** A row that cannot be written is left alone for this term, so that it deposes nobody. */
    private void record(Telling telling, String problem) {
        int tried = telling.tried() + 1;
        String state = problem.isEmpty() ? "delivered" : tried >= retries.attempts() ? "failed" : "pending";
        try {
            context.fenced(FenceDemand.CURRENT, c -> {
                rows.record(c, context.token(), telling, state, problem, retries.pauseAfter(tried));
                return true;
            });
            context.parts().listener().webhookTried(telling.intentId(), state);
        } catch (SQLException e) {
            if (context.isDataError(e)) {
                LOG.error("the webhook of intent {} cannot be recorded", telling.intentId(), e);
                leftAlone.add(telling.intentId());
            } else {
                context.stepDown("recording a webhook", e);
            }
        } catch (NotLeaderException e) {
            // The next leader tells it again.
        } finally {
            underWay.remove(telling.intentId());
            signal.give();
        }
    }
}

package dev.baton.failures.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.shards.Shards;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.gateway.FakeKind;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookRetries;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Submissions on a stage: what clients ask for, and a gateway that answers as an intent's id says. */
public final class IntentSide {

    private static final RetryDelay SOON = RetryDelay.fixed(Duration.ofMillis(5));

    /** Whoever is told runs in this process: a machine that stands still must not look like one that has not heard. */
    private static final Duration HEARD = Duration.ofMinutes(1);

    /** After how long a shard's node that says nothing is given up. */
    public static final Duration ABSENT = Duration.ofSeconds(3);

    private static final Duration ROUND = Duration.ofMillis(150);
    private static final int SHARDS = 2;
    private static final AtomicInteger GROUPS = new AtomicInteger();

    private static final Duration QUICK = Duration.ofMillis(300);
    private static final Duration SHORT = Duration.ofMillis(500);

    private final Stage stage;
    private final IntentLedger ledger = new IntentLedger();
    private final CompletableFuture<GatewayAnswer> held = new CompletableFuture<>();
    private final String url = WebhookListener.newUrl();
    private final String group = "intents-" + GROUPS.incrementAndGet();
    private boolean divided;
    private boolean everDivided;
    private UnaryOperator<SubmissionSettings> more;
    private final Map<Instance, SubmissionManager> nodes = new LinkedHashMap<>();
    private final AtomicInteger departures = new AtomicInteger();
    private volatile Instance instance;
    private volatile SubmissionManager manager;

    IntentSide(Stage stage) {
        this.stage = stage;
    }

    public IntentLedger ledger() {
        return ledger;
    }

    /** The submissions of the newest instance. */
    public SubmissionManager manager() {
        return manager;
    }

    /** Starts an instance, and waits until it leads. */
    public void start(UnaryOperator<SubmissionSettings> how) throws InterruptedException {
        join(how);
        manager.campaign().awaitLeadership(Duration.ofSeconds(20));
    }

    /** Starts an instance that leads if nobody else does. */
    public void join(UnaryOperator<SubmissionSettings> how) {
        more = how;
        stage.untilStarted(() -> joinOnce(how));
    }

    private void joinOnce(UnaryOperator<SubmissionSettings> how) {
        Instance started = stage.start();
        instance = started;
        FakeKind gateways = new FakeKind();
        gateways.named("fake").answeringLater(call -> answer(started, call));
        gateways.named("quick").answeringLater(call -> answer(started, call));
        SubmissionManagerBuilder builder =
                SubmissionManager.on(started.baton(), how.apply(settings())).kind(gateways);
        if (divided) {
            builder.shards(executor -> Shards.of(started.baton(), group, SHARDS)
                    .every(ROUND, ABSENT)
                    .work(term -> executor.lead(term, term::covers))
                    .start());
        }
        manager = started.working(builder.start());
        nodes.put(started, manager);
    }

    /** From now on instances have shares of a divided executor. */
    public void divide() {
        divided = true;
        everDivided = true;
    }

    /** Whether shards may have made attempts. */
    boolean wasDivided() {
        return everDivided;
    }

    /** From now on an instance that leads makes all attempts. */
    public void undivide() {
        divided = false;
    }

    private List<Instance> living() {
        return nodes.keySet().stream().filter(Instance::isAlive).toList();
    }

    /** How many have neither died nor left. */
    public int size() {
        return living().size();
    }

    /** Clients go to another one of those that live; where the last one has just died, they ask in vain. */
    public void turnTo(int number) {
        List<Instance> alive = living();
        if (!alive.isEmpty()) {
            instance = alive.get(number % alive.size());
            manager = nodes.get(instance);
        }
    }

    /** It ends its work and leaves. */
    public void leave() {
        departures.incrementAndGet();
        nodes.remove(instance).close();
    }

    /** How many have left as they should. */
    int departures() {
        return departures.get();
    }

    /** Its process is killed. */
    public void kill() {
        instance.connections().die();
    }

    /** One more like the first. */
    public void startAnother() throws InterruptedException {
        start(more);
    }

    /** Where somebody is left, that one leads and not the newcomer. */
    void startAgain() throws InterruptedException {
        if (more != null && size() > 0) {
            join(more);
        } else if (more != null) {
            start(more);
        }
    }

    private SubmissionSettings settings() {
        Webhook hook = Webhook.unsigned(URI.create(url));
        return SubmissionSettings.of(
                        List.of(
                                GatewaySpec.of("fake", "fake", ""),
                                GatewaySpec.of("quick", "fake", "").timeouts(QUICK, QUICK)),
                        List.of(
                                Target.of("three", "fake", new Policy.MaxAttempts(3))
                                        .terminal(List.of("invalid_recipient"))
                                        .retryDelay(SOON),
                                Target.of("once", "fake", new Policy.OneShot()),
                                Target.of("short", "fake", new Policy.Deadline(SHORT))
                                        .retryDelay(SOON),
                                Target.of("slow", "fake", new Policy.MaxAttempts(3))
                                        .retryDelay(RetryDelay.fixed(Duration.ofHours(1))),
                                Target.of("quick", "quick", new Policy.MaxAttempts(3))
                                        .retryDelay(SOON),
                                Target.of("told", "fake", new Policy.MaxAttempts(3))
                                        .retryDelay(SOON)
                                        .webhook(hook)))
                .refreshInterval(Duration.ofMillis(100))
                .webhooks(new WebhookRetries(12, Duration.ofMillis(10), Duration.ofMillis(100), HEARD));
    }

    /** By the word before the colon. A dead process calls nobody. */
    private CompletableFuture<GatewayAnswer> answer(Instance own, GatewayCall call) {
        if (!own.isAlive()) {
            return new CompletableFuture<>();
        }
        stage.findings()
                .expect(
                        Arrays.equals(call.payload(), request(call.intentId()).payload()),
                        call.intentId() + " reached the gateway as " + new String(call.payload(), UTF_8));
        String does = call.intentId().substring(0, call.intentId().indexOf(':'));
        GatewayAnswer answer = switch (does) {
            case "no" -> new GatewayAnswer.Rejected("invalid_recipient");
            case "bad" -> new GatewayAnswer.Rejected("busy");
            case "mute", "flaky" ->
                call.attempt() == 1 ? new GatewayAnswer.Nonsense("what?") : new GatewayAnswer.Accepted("1");
            default -> new GatewayAnswer.Accepted("1");
        };
        ledger.called(new IntentLedger.Call(
                call.intentId(),
                call.attempt(),
                own.baton().holderId(),
                call.leaseEpoch(),
                answer.outcome().status().name()));
        if (does.equals("mute") && answer instanceof GatewayAnswer.Nonsense) {
            return new CompletableFuture<>();
        }
        return does.equals("long") ? held : CompletableFuture.completedFuture(answer);
    }

    /** How often the end of this intent was told. */
    public long timesTold(String key) {
        return WebhookListener.told(url, key);
    }

    /** Lets long calls and slow tellings come to their end. */
    public void release() {
        held.complete(new GatewayAnswer.Accepted("1"));
        WebhookListener.answer(url);
    }

    /** {@code does:number@target}. */
    public static IntentRequest request(String key) {
        String target = key.substring(key.indexOf('@') + 1);
        return IntentRequest.of(key, target, ("{\"to\":\"" + key + "\",\"amount\":10.00}").getBytes(UTF_8));
    }

    /** A client whose every error means that it does not know. */
    public void accept(String key) {
        ledger.asked(key);
        try {
            note(manager.accept(request(key)), key);
        } catch (SQLException | RuntimeException e) {
            // It is not acknowledged.
        }
    }

    public void acceptBatch(String... keys) {
        List.of(keys).forEach(ledger::asked);
        try {
            note(manager.acceptBatch(requests(keys)), keys);
        } catch (SQLException | RuntimeException e) {
            // They are not acknowledged.
        }
    }

    /** In the client's own transaction. */
    public void acceptWithin(String... keys) {
        List.of(keys).forEach(ledger::asked);
        try {
            note(instance.within(connection -> manager.acceptBatch(connection, requests(keys))), keys);
            manager.wake();
        } catch (SQLException | RuntimeException e) {
            // They are not acknowledged.
        }
    }

    private static List<IntentRequest> requests(String... keys) {
        return List.of(keys).stream().map(IntentSide::request).toList();
    }

    private void note(List<Acceptance> answers, String... keys) {
        for (int i = 0; i < keys.length; i++) {
            note(answers.get(i), keys[i]);
        }
    }

    private void note(Acceptance answer, String key) {
        if (answer instanceof Acceptance.Created || answer instanceof Acceptance.Existing) {
            ledger.acknowledged(key);
        } else {
            stage.findings().add(key + " was not accepted: " + answer);
        }
    }

    /** Whoever was left without an answer asks again, which must be safe. */
    public void askAgain() {
        ledger.unanswered().forEach(this::accept);
    }

    /** One of those that were asked for, if there is any. */
    public void cancelOne(int number) {
        List<String> keys = List.copyOf(ledger.keys());
        if (!keys.isEmpty()) {
            cancel(keys.get(number % keys.size()));
        }
    }

    public void cancel(String key) {
        try {
            Cancellation answer = manager.cancel(key, "test");
            boolean before = answer instanceof Cancellation.AlreadyOver over
                    && over.intent().status() == IntentStatus.CANCELLED;
            if (before || answer instanceof Cancellation.Cancelled) {
                ledger.cancelled(key);
            }
        } catch (SQLException | RuntimeException e) {
            ledger.cancelUnknown(key);
        }
    }

    /** Intents that have not ended, or whose end was not told. */
    public List<String> left() throws SQLException {
        return stage.world()
                .texts(
                        "SELECT intent_id, status, attempt_count, in_flight, webhook_status FROM submission_intents"
                                + " WHERE status = 'pending' OR in_flight OR webhook_status = 'pending'",
                        5);
    }

    public void check() throws SQLException {
        new IntentCheck(stage, ledger).run();
    }
}

package dev.baton.submissions;

import dev.baton.Campaign;
import dev.baton.Tracing;
import dev.baton.sql.ActNote;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.Notifications;
import dev.baton.sql.ThrottledAnnouncement;
import dev.baton.sql.database.Database;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.submissions.executor.ExecutorWarmUp;
import dev.baton.submissions.executor.SubmissionExecutor;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.OpenGateways;
import dev.baton.submissions.executor.webhooks.WebhookDelivery;
import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import dev.baton.submissions.model.IntentPage;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.ContractCodec;
import dev.baton.submissions.store.GroupCommit;
import dev.baton.submissions.store.IntentInserts;
import dev.baton.submissions.store.IntentReads;
import dev.baton.submissions.store.NewIntent;
import dev.baton.submissions.store.SubmissionSchema;
import dev.baton.submissions.store.SubmissionSql;
import dev.baton.support.Stopwatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts intents on any node and executes them on one. Every instance of a cluster serves every method; the one that
 * leads {@value #ROLE} makes the attempts, unless {@linkplain SubmissionManagerBuilder#shards shards} do. Thread-safe.
 *
 * <p>Methods that need the database throw {@link SQLException} while it is away; nothing was accepted then, or it is
 * unknown, and asking again with the same id is safe.
 */
public final class SubmissionManager implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SubmissionManager.class);

    /** The role of the executor. */
    public static final String ROLE = "submission-manager-executor";

    /** The tables of submissions, for {@link dev.baton.sql.BatonBuilder#component}. */
    public static final SchemaComponent SCHEMA = SubmissionSchema.COMPONENT;

    /** The longest that a client may wait. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final String NEW_INTENTS = "baton_intents";
    private static final String SETTLED = "baton_intents_settled";
    private static final Duration HINT_PAUSE = Duration.ofMillis(5);
    /** Every shard looks when it is announced that there is something new. */
    private static final Duration SHARDS_HINT_PAUSE = Duration.ofMillis(25);

    private static final Duration SETTLED_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(2);
    private static final int WRITERS = 2;
    private static final int READERS = 4;
    private static final int MOST_AT_ONCE = 500;

    private final Baton baton;
    private final Candidacy candidacy;
    private final IntentReads reads;
    private final IntentInserts inserts;
    private final IntentAcceptor acceptor;
    private final GroupCommit<NewIntent, Acceptance> commits;
    private final GroupCommit<String, Optional<Intent>> lookups;
    private final SubmissionExecutor executor;
    private final ExecutorWarmUp warmUp;
    private final SubmissionListener listener;
    private final TracedAcceptance traced;
    private final WaitingClients waiters;
    private final ThrottledAnnouncement newIntents;
    private final ThrottledAnnouncement settledIntents;
    private final List<Notifications.Listening> listening = new ArrayList<>();
    private final Optional<ExecutorShards> shards;
    private volatile Campaign campaign;
    private volatile AutoCloseable group;

    SubmissionManager(
            Baton baton,
            SubmissionSettings settings,
            Candidacy candidacy,
            Map<String, GatewayKind> kinds,
            Credentials credentials,
            SubmissionListener listener,
            Tracing tracing,
            Optional<ExecutorShards> shards) {
        Database database = baton.database();
        SubmissionSql sql = new SubmissionSql(database);
        ContractCodec codec = new ContractCodec();
        this.baton = baton;
        this.listener = listener;
        this.traced = new TracedAcceptance(tracing);
        this.candidacy = candidacy;
        this.shards = shards;
        this.reads = new IntentReads(sql);
        this.inserts = new IntentInserts(sql, reads);
        Contracts contracts = new Contracts(settings, kinds, codec, credentials, shards.isPresent());
        this.acceptor = new IntentAcceptor(contracts, settings.maxPayload(), inserts, listener);
        this.commits = new GroupCommit<>(WRITERS, MOST_AT_ONCE, sql::isDataError, acceptor::store);
        this.lookups = new GroupCommit<>(READERS, MOST_AT_ONCE, sql::isDataError, reads::get);
        this.waiters = new WaitingClients(reads);
        this.newIntents =
                new ThrottledAnnouncement(database, NEW_INTENTS, shards.isPresent() ? SHARDS_HINT_PAUSE : HINT_PAUSE);
        this.settledIntents = new ThrottledAnnouncement(database, SETTLED, SETTLED_PAUSE);
        ExecutorParts parts = new ExecutorParts(
                baton,
                Stopwatch.system(),
                sql,
                codec,
                settings.executor(),
                new OpenGateways(kinds),
                listener,
                tracing,
                this::settled,
                credentials,
                WebhookDelivery.clients(settings.webhooks()));
        this.executor = new SubmissionExecutor(parts);
        this.warmUp = new ExecutorWarmUp(parts);
    }

    /**
     * Begins to configure.
     *
     * @param baton started with {@code component(SubmissionManager.SCHEMA)}
     */
    public static SubmissionManagerBuilder on(Baton baton, SubmissionSettings settings) {
        return new SubmissionManagerBuilder(baton, settings);
    }

    void start() {
        waiters.start();
        if (!candidacy.observer()) {
            warmUp.run(LONGEST_WARM_UP);
        }
        listening.add(baton.notifications().listen(NEW_INTENTS, payload -> executor.refreshSoon()));
        listening.add(baton.notifications().listen(SETTLED, payload -> {
            waiters.announced();
            executor.webhookDue();
        }));
        campaign = baton.campaign(candidacy, shards.isPresent() ? executor::leadSideDuties : executor::leadAll);
        executor.belongsTo(campaign);
        if (shards.isPresent() && !candidacy.observer() && !baton.observes()) {
            startShards(shards.get());
        }
    }

    private void startShards(ExecutorShards how) {
        try {
            group = how.start(executor::leadShard);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void settled(Collection<String> intentIds) {
        waiters.settled(intentIds);
        if (!intentIds.isEmpty()) {
            settledIntents.announceSoon();
        }
    }

    /** Accepts one intent; concurrent calls share commits. */
    public Acceptance accept(IntentRequest request) throws SQLException {
        return traced.one(request, this::acceptOne);
    }

    private Acceptance acceptOne(IntentRequest request) throws SQLException {
        IntentAcceptor.Checked checked = acceptor.check(request);
        if (checked.row().isEmpty()) {
            return checked.refusal().orElseThrow();
        }
        Acceptance answer = commits.submit(checked.row().get());
        if (answer instanceof Acceptance.Created) {
            wake(checked.row().get().gateway());
        }
        return answer;
    }

    /** Accepts many at once, in one commit: an answer for each, in order. A bad one does not hold up the others. */
    public List<Acceptance> acceptBatch(List<IntentRequest> requests) throws SQLException {
        return traced.many(requests, this::acceptMany);
    }

    private List<Acceptance> acceptMany(List<IntentRequest> requests) throws SQLException {
        List<Acceptance> answers = answers(requests, acceptor::store);
        if (answers.stream().anyMatch(Acceptance.Created.class::isInstance)) {
            wake();
        }
        return answers;
    }

    /**
     * The same in a transaction of the caller's, so that intents exist if and when their reason commits; call
     * {@link #wake()} after the commit. Answers hold from the commit on. It fails, as any insert would, when another
     * transaction stores the same id at the same time.
     *
     * @param connection with auto-commit off, of the database that Baton's data source leads to
     */
    public List<Acceptance> acceptBatch(Connection connection, List<IntentRequest> requests) throws SQLException {
        return traced.many(requests, all -> answers(all, rows -> acceptor.store(connection, rows)));
    }

    /** Tells the executor that there is something new: the one of this process directly, any other by the database. */
    public void wake() {
        executor.refreshSoon(); // also while its gate is shut: it may open again
        if (shards.isPresent() || !campaign.gate().isLeader()) {
            newIntents.announceSoon();
        }
    }

    /** The same where it is known in which lane. */
    private void wake(String lane) {
        if (shards.isEmpty()) {
            wake();
        } else if (!executor.refreshSoon(lane)) {
            newIntents.announceSoon();
        }
    }

    /** Stores rows. */
    @FunctionalInterface
    private interface Storing {
        List<Acceptance> store(List<NewIntent> rows) throws SQLException;
    }

    private List<Acceptance> answers(List<IntentRequest> requests, Storing storing) throws SQLException {
        List<IntentAcceptor.Checked> checked =
                requests.stream().map(acceptor::check).toList();
        List<NewIntent> rows = checked.stream().flatMap(c -> c.row().stream()).toList();
        Iterator<Acceptance> next = (rows.isEmpty() ? List.<Acceptance>of() : storing.store(rows)).iterator();
        List<Acceptance> answers = new ArrayList<>();
        for (IntentAcceptor.Checked one : checked) {
            answers.add(one.row().isPresent() ? next.next() : one.refusal().orElseThrow());
        }
        return answers;
    }

    /** The intent as it stands; concurrent calls share a statement, begun after they came. */
    public Optional<Intent> get(String intentId) throws SQLException {
        return IntentAcceptor.isId(intentId) ? lookups.submit(intentId) : Optional.empty();
    }

    /** The intent, its attempts in order, and what operators did to it. */
    public Optional<IntentHistory> history(String intentId) throws SQLException {
        return IntentAcceptor.isId(intentId) ? reads.history(intentId) : Optional.empty();
    }

    /** A page of intents, newest first. */
    public IntentPage search(IntentQuery query) throws SQLException {
        return query.target().map(IntentAcceptor::isId).orElse(true)
                ? reads.search(query)
                : new IntentPage(List.of(), Optional.empty());
    }

    /**
     * What is left of the attempts of intents that were deleted for their age: their sums by day, the newest first.
     *
     * @param target only those of this target; all if empty
     */
    public List<AttemptsOfDay> attemptsByDay(Optional<String> target, int atMost) throws SQLException {
        return target.map(IntentAcceptor::isId).orElse(true) ? reads.attemptsByDay(target, atMost) : List.of();
    }

    /**
     * Ends a pending intent. A call under way may still finish and is recorded.
     *
     * @param actor who asked for it, for the audit
     */
    public Cancellation cancel(String intentId, String actor) throws SQLException {
        return cancel(intentId, actor, Optional.empty());
    }

    /** The same, with a note in its transaction if it was pending. */
    public Cancellation cancel(String intentId, String actor, ActNote note) throws SQLException {
        return cancel(intentId, actor, Optional.of(note));
    }

    private Cancellation cancel(String intentId, String actor, Optional<ActNote> note) throws SQLException {
        if (!IntentAcceptor.isId(intentId)) {
            return new Cancellation.NotFound();
        }
        Cancellation answer = inserts.cancel(intentId, actor, note);
        if (answer instanceof Cancellation.Cancelled cancelled) {
            Intent intent = cancelled.intent();
            Instant ended = intent.completedAt().orElse(intent.lastModifiedAt());
            listener.terminal(
                    intentId, intent.submissionTarget(), intent.status(), Duration.between(intent.createdAt(), ended));
            settled(List.of(intentId));
        }
        return answer;
    }

    /**
     * Waits until the intent has ended or its first attempt is over, at most so long (and at most
     * {@link #LONGEST_WAIT}); the intent as it then stands. Works on any node.
     */
    public Optional<Intent> waitFor(String intentId, Duration atMost) throws SQLException, InterruptedException {
        CompletableFuture<Void> settled = whenSettled(intentId, atMost);
        try {
            settled.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for intent '" + intentId + "' failed", e);
        } finally {
            settled.cancel(false);
        }
        return get(intentId);
    }

    /**
     * The same without a thread that waits: complete when the intent has ended or its first attempt is over, at the latest
     * after so long. It is completed by threads of this manager: go on with {@code …Async}, on threads of your own.
     */
    public CompletableFuture<Void> whenSettled(String intentId, Duration atMost) {
        Duration bounded = atMost.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : atMost;
        return bounded.isZero() || bounded.isNegative() || !IntentAcceptor.isId(intentId)
                ? CompletableFuture.completedFuture(null)
                : waiters.settled(intentId, bounded);
    }

    /** This node's campaign for the executor's role; whoever leads it has the duties beside attempts, where shards make those. */
    public Campaign campaign() {
        return campaign;
    }

    /** Whether attempts are made here now: of everything, or of a shard at least. */
    public boolean isExecuting() {
        return executor.mayAct();
    }

    /** {@code submission_queue_depth}: intents in the leader's window; 0 on a follower. */
    public int queueDepth() {
        return executor.queueDepth();
    }

    /** {@code submission_inflight_attempts} of this node. */
    public int inFlightAttempts() {
        return executor.inFlight();
    }

    /** Leaves the role and the shards, calls under way finished first, and ends what was started. Idempotent. */
    @Override
    public void close() {
        AutoCloseable leaving = group;
        if (leaving != null) {
            group = null;
            end(leaving);
        }
        if (campaign != null) {
            campaign.close();
        }
        listening.forEach(Notifications.Listening::close);
        waiters.close();
        newIntents.close();
        settledIntents.close();
    }

    private static void end(AutoCloseable shards) {
        try {
            shards.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // what else was started has to end all the same
            LOG.warn("the shards of the executor did not end well", e);
        }
    }
}

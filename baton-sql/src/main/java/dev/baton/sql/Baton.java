package dev.baton.sql;

import dev.baton.Campaign;
import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.LeadershipEvent;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.election.Announcer;
import dev.baton.election.Elector;
import dev.baton.election.FixedCampaign;
import dev.baton.election.GateWatch;
import dev.baton.election.WarmUp;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.election.CandidateStore;
import dev.baton.sql.election.RoleCollision;
import dev.baton.sql.election.SharedSessions;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leadership on the database that is already there: stands for roles, and fences what a leader writes.
 *
 * <p>One instance per process is the rule. Thread-safe. {@link #close()} leaves every role, work in flight finished
 * first, so that successors need not wait.
 */
public final class Baton implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Baton.class);
    private static final Duration DEFAULT_FENCE_BOUND = Duration.ofSeconds(5);

    private final BatonSettings settings;
    private final Database database;
    private final Announcer announcer;
    private final NodeRegistry registry;
    private final Map<String, RegisteredCampaign> campaigns = new ConcurrentHashMap<>();
    private final Map<String, FixedCampaign> unelected = new ConcurrentHashMap<>();
    private final GateWatch watch;
    private final Notifications notifications;
    private final ReleaseWatch releases;
    private final SharedSessions sessions;
    private final Fence fence;
    private final FencedTransactions transactions;
    private final Leadership leadership;
    private final Leases leases;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Starts with the defaults on this data source, which must be able to hand out several connections. */
    public static Baton start(DataSource dataSource) {
        return on(dataSource).start();
    }

    /** Begins to configure. */
    public static BatonBuilder on(DataSource dataSource) {
        return new BatonBuilder(dataSource);
    }

    Baton(BatonSettings settings, Database database, HostNodeName hostName) {
        this.settings = settings;
        this.database = database;
        this.announcer = new Announcer(settings.listeners());
        this.registry = new NodeRegistry(database, settings.holderId(), hostName, settings.version());
        this.watch = new GateWatch(this::electors);
        this.notifications = new Notifications(database);
        this.releases = new ReleaseWatch(database, this::electors);
        this.sessions = new SharedSessions(database, settings.holderId(), settings.nodeId(), notifications::areHeard);
        notifications.listen(database.channel(), this::announced);
        this.leadership = new Leadership(database);
        this.leases = new Leases(settings, database);
        this.fence = new Fence(
                database, settings.enabled(), this::scopeKey, this::fenceBound, this::accepted, this::refused);
        this.transactions = new FencedTransactions(database, fence, this::elector, this::fenceBound);
    }

    /** A database that is away now is waited for; one that will not do is refused now. */
    void begin() {
        try {
            database.ready();
        } catch (SQLException e) {
            LOG.warn("the database is out of reach ({}): campaigns begin as soon as it answers", e.getMessage());
        }
        if (settings.alwaysLeader()) {
            LOG.warn("election is disabled: this process leads every role that it stands for, unproven and unfenced,"
                    + " and so does every other with the same setting");
        }
        registry.start();
        notifications.start();
    }

    /** Who this process is in the lease rows. */
    public String holderId() {
        return settings.holderId();
    }

    /** Which node this process runs on, as transfers and preferences name it. */
    public String nodeId() {
        return settings.nodeId();
    }

    /** Whether roles are elected at all; if not, this instance leads what it stands for by itself, or nothing. */
    public boolean elects() {
        return settings.enabled();
    }

    /** Whether this instance leads nothing, whatever it stands for. */
    public boolean observes() {
        return settings.observer();
    }

    /** Stands for a role, to pass its gate. */
    public Campaign campaign(String role) {
        return campaign(Candidacy.of(role), Optional.empty());
    }

    /** Stands for a role, and works while leading it. */
    public Campaign campaign(String role, LeaderWork work) {
        return campaign(Candidacy.of(role), Optional.of(work));
    }

    /** Stands for a role in a particular way, and works while leading it. */
    public Campaign campaign(Candidacy candidacy, LeaderWork work) {
        return campaign(candidacy, Optional.of(work));
    }

    /** Stands for a role in a particular way, to pass its gate. */
    public Campaign campaign(Candidacy candidacy) {
        return campaign(candidacy, Optional.empty());
    }

    private Campaign campaign(Candidacy candidacy, Optional<LeaderWork> work) {
        if (closed.get()) {
            throw closed();
        }
        if (!settings.enabled()) {
            return unelected(candidacy.role(), work);
        }
        long scopeKey = candidacy.lockKey().orElseGet(() -> RoleKeys.scopeKey(settings.namespace(), candidacy.role()));
        CandidateStore store = new CandidateStore(
                database,
                Optional.of(sessions).filter(s -> settings.sharedSessions()),
                settings.ways(candidacy, scopeKey));
        if (store.strategy().orElse(null) instanceof Strategy.Session) {
            refuseBadSetup(candidacy.role(), scopeKey);
        }
        RegisteredCampaign campaign = new RegisteredCampaign(
                new Elector(store, new WarmUp(store, store), work, announcer),
                registry,
                candidacy.observer() || settings.observer(),
                ended -> campaigns.remove(candidacy.role(), ended));
        if (campaigns.putIfAbsent(candidacy.role(), campaign) != null) {
            throw twice(candidacy.role());
        }
        announcer.campaignStarted(campaign);
        campaign.start();
        if (!(store.strategy().orElse(null) instanceof Strategy.Session)) {
            releases.start();
        }
        return startedInTime(campaign);
    }

    /**
     * Takes a role for a while, without standing for it: for work that begins and ends, such as a scheduled method.
     *
     * @param atMost when it ends by itself, if it is not given back before
     * @return empty if somebody holds it
     * @throws IllegalStateException if this instance is closed
     */
    public Optional<HeldLease> tryLease(String role, Duration atMost) throws SQLException {
        return leases.tryLease(role, atMost);
    }

    /** What this instance stands for now. */
    public List<Campaign> campaigns() {
        List<Campaign> all = new ArrayList<>(campaigns.values());
        unelected.values().stream().filter(campaign -> !campaign.isClosed()).forEach(all::add);
        return List.copyOf(all);
    }

    private Campaign unelected(String role, Optional<LeaderWork> work) {
        FixedCampaign campaign = new FixedCampaign(
                new LeaderToken(role, settings.holderId(), 0),
                settings.alwaysLeader(),
                settings.drainTimeout(),
                settings.backoff().max(),
                work);
        FixedCampaign now = unelected.compute(role, (key, old) -> old == null || old.isClosed() ? campaign : old);
        if (now != campaign) {
            throw twice(role);
        }
        announcer.campaignStarted(campaign);
        campaign.start();
        campaign.awaitLeadership(Duration.ZERO)
                .ifPresent(token -> announcer.announce(
                        settings.candidate(Candidacy.of(role), Strategy.lease60(), scopeKey(role)),
                        LeadershipEvent.of(LeadershipEvent.Kind.GATE_OPENED, role, token.holderId(), token.epoch())
                                .because("election is disabled: this process leads by its configuration")));
        return startedInTime(campaign);
    }

    private static IllegalArgumentException twice(String role) {
        return new IllegalArgumentException("this instance already stands for role '" + role
                + "': a role has one campaign, and one strategy, per instance");
    }

    /** Whoever closes sees what was begun before, and nothing is begun after. */
    private Campaign startedInTime(Campaign campaign) {
        if (closed.get()) {
            campaign.close();
            throw closed();
        }
        return campaign;
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("this Baton is closed");
    }

    /**
     * How roles are elected whose candidacy says nothing: {@code session} where the database has session locks. Empty while
     * that depends on a database that has not answered yet.
     */
    public Optional<Strategy> strategy() {
        if (settings.strategy().isPresent()) {
            return settings.strategy();
        }
        try {
            boolean sessions = database.ready().dialect().sessionLocks().isPresent();
            return Optional.of(sessions ? Strategy.session() : Strategy.lease60());
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    private void refuseBadSetup(String role, long scopeKey) {
        try {
            RoleCollision.refuse(database, role, scopeKey);
        } catch (SQLException e) {
            LOG.warn("role {} waits for the database ({})", role, e.getMessage());
        }
    }

    /** Who leads what, and who led it before. */
    public Leadership leadership() {
        return leadership;
    }

    /** The fence, to join a transaction that the caller has begun. */
    public Fence fence() {
        return fence;
    }

    /** Runs a transaction that commits only if the token is still current. */
    public <X extends Exception> void fenced(LeaderToken token, FencedWork.Action<X> action) throws SQLException, X {
        fencedResult(token, FenceDemand.UNEXPIRED, connection -> {
            action.run(connection);
            return null;
        });
    }

    /** Runs a transaction that commits only if the token is still current, and answers with its result. */
    public <T, X extends Exception> T fencedResult(LeaderToken token, FenceDemand demand, FencedWork<T, X> work)
            throws SQLException, X {
        return transactions.run(token, demand, work);
    }

    /**
     * Runs one transaction for several terms, each of another role, that commits only if every one of them is current. It waits for no
     * fence. Empty if a term is not current, or its role is just being taken, or where the database cannot do this: then nothing is
     * written, and each goes by itself.
     */
    public <T, X extends Exception> Optional<T> fencedTogether(
            Collection<LeaderToken> tokens, FenceDemand demand, FencedWork<T, X> work) throws SQLException, X {
        return transactions.tryTogether(tokens, demand, work);
    }

    private Optional<Elector> elector(String role) {
        return Optional.ofNullable(campaigns.get(role)).map(RegisteredCampaign::elector);
    }

    private List<Elector> electors() {
        List<Elector> all = new ArrayList<>();
        campaigns.values().forEach(campaign -> all.add(campaign.elector()));
        return all;
    }

    private long scopeKey(String role) {
        return elector(role)
                .map(elector -> elector.candidate().scopeKey())
                .orElseGet(() -> RoleKeys.scopeKey(settings.namespace(), role));
    }

    /** A term in the words of the log: role, holder, epoch, scope key, and expiry where it is known. */
    public Map<String, Object> logFields(LeaderToken token) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("role", token.role());
        fields.put("holder_id", token.holderId());
        fields.put("lease_epoch", token.epoch());
        elector(token.role())
                .flatMap(elector -> elector.expiresAt(token.epoch()))
                .ifPresent(at -> fields.put("expires_at", at));
        fields.put("scope_key", scopeKey(token.role()));
        return fields;
    }

    private Duration fenceBound(String role) {
        return elector(role).map(e -> e.candidate().strategy().fenceBound()).orElse(DEFAULT_FENCE_BOUND);
    }

    private void accepted(LeaderToken token) {
        elector(token.role()).ifPresent(elector -> elector.inFlight().fenceAccepted());
    }

    private void refused(StaleTokenException refusal) {
        elector(refusal.token().role()).ifPresent(elector -> elector.fenceRefused(refusal));
    }

    /** Somebody announced {@code role:holder:epoch}; an empty payload means that announcements may have been missed. */
    private void announced(String payload) {
        sessions.announced(payload);
        if (payload.isEmpty()) {
            electors().forEach(Elector::lookNow);
        } else {
            elector(payload.substring(0, Math.max(0, payload.indexOf(':')))).ifPresent(Elector::lookNow);
        }
    }

    /** The database as this process knows it, for what is built on leadership. */
    @SuppressWarnings("exports") // for our own modules
    public Database database() {
        return database;
    }

    /** What other processes announce through the database, for what is built on leadership. */
    public Notifications notifications() {
        return notifications;
    }

    /** Leaves every role, work in flight finished first, and ends everything that was started. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<Thread> leaving = new ArrayList<>();
        for (Campaign campaign : campaigns()) {
            Thread thread = Threads.daemon("baton-close-" + campaign.role(), campaign::close);
            thread.start();
            leaving.add(thread);
        }
        joinAll(leaving);
        leases.close();
        watch.close();
        releases.close();
        sessions.close();
        notifications.close();
        registry.close();
        announcer.close();
    }

    /** Also on a thread that is interrupted: whoever closes the pool next would cut off those that are leaving. */
    private static void joinAll(List<Thread> leaving) {
        boolean interrupted = false;
        for (Thread thread : leaving) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.spring.poolsize;

import dev.baton.spring.BatonSetupException;
import dev.baton.spring.datasource.DataSources;
import dev.baton.spring.election.CandidacyMapping;
import dev.baton.spring.election.LifecyclePhases;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.jobs.JobRunner;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.sql.Baton;
import dev.baton.sql.dialect.Capability;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.context.SmartLifecycle;

/** Where elections and the application share a pool: refuses one that elections would empty, before any begins. */
final class PoolSizeCheck implements SmartLifecycle {

    /** What the application needs besides: one for its work, one for whoever asks how it is. */
    private static final int AT_LEAST_LEFT = 2;

    /** Where roles share their sessions: one that holds their locks, one that waits for the death of another instance. */
    private static final int FOR_ALL = 2;

    private final DataSources sources;
    private final Baton baton;
    private final BatonProperties properties;
    private final RequestedRoles roles;
    private final Function<DataSource, Integer> largest;
    private volatile boolean running;

    /**
     * @param largest the most connections of a pool; null if it is not known
     */
    PoolSizeCheck(
            DataSources sources,
            Baton baton,
            BatonProperties properties,
            RequestedRoles roles,
            Function<DataSource, Integer> largest) {
        this.sources = sources;
        this.baton = baton;
        this.properties = properties;
        this.roles = roles;
        this.largest = largest;
    }

    @Override
    public void start() {
        DataSource shared = sources.application();
        Integer most =
                sources.leadership() == shared && properties.getElection().isEnabled() ? largest.apply(shared) : null;
        if (most != null && most > 0) {
            refuseTooSmall(most);
        }
        running = true;
    }

    private void refuseTooSmall(int most) {
        List<String> sessions = new ArrayList<>();
        for (String role : standing()) {
            if (roles.standsFor(role) > 0 && CandidacyMapping.isSession(role, properties.getElection(), baton)) {
                sessions.add(role);
            }
        }
        boolean shared = properties.getElection().isSharedSessions() && can(Capability.SHARED_SESSIONS);
        boolean listens = can(Capability.NOTIFICATIONS);
        int held =
                shared ? FOR_ALL : sessions.stream().mapToInt(roles::standsFor).sum();
        int kept = held + (listens ? 1 : 0);
        if (!sessions.isEmpty() && most - kept < AT_LEAST_LEFT) {
            throw new BatonSetupException(
                    "The pool has at most " + most + " connections, and Baton keeps " + kept
                            + " of them for good: "
                            + (shared ? "two for all roles that are" : "one for each role that is")
                            + " elected by session ("
                            + sessions.stream().map(this::named).collect(Collectors.joining(", ")) + ")"
                            + (listens ? ", and one that listens." : "."),
                    "Give the pool at least " + (kept + AT_LEAST_LEFT) + " connections and those that the application"
                            + " itself needs, name another DataSource in baton.leadership-data-source, or elect by"
                            + " lease (baton.election.strategy=lease), which keeps none.");
        }
    }

    /** A node that is the last to live leads all shards of a role that is divided. */
    private String named(String role) {
        int shards = roles.shardsOf(role);
        return shards == 0 ? role : role + " with " + shards + " shards and a coordinator";
    }

    private Set<String> standing() {
        Set<String> all = new TreeSet<>(roles.all());
        all.addAll(properties.getElection().getRoles().keySet());
        if (!properties.getJobs().isWorker()) {
            all.removeAll(JobRunner.DUTIES);
        }
        return all;
    }

    private boolean can(Capability capability) {
        try {
            return baton.database().ready().dialect().can(capability);
        } catch (SQLException e) {
            return true; // it may, once it answers
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return LifecyclePhases.BEFORE_WORK;
    }
}

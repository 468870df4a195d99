package dev.baton.submissions;

import dev.baton.Tracing;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.gateway.Credential;
import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.gateway.FakeKind;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.gateway.HttpKind;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.SubmissionListeners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Configures a {@link SubmissionManager}. */
public final class SubmissionManagerBuilder {

    private final Baton baton;
    private final SubmissionSettings settings;
    private Candidacy candidacy = Candidacy.of(SubmissionManager.ROLE);
    private Function<String, Optional<String>> secrets = name -> Optional.ofNullable(System.getenv(name));
    private Function<String, Optional<Credential>> credentials = name -> Optional.empty();
    private final Credentials asConfigured =
            new Credentials(name -> secrets.apply(name), name -> credentials.apply(name));
    private final Map<String, GatewayKind> kinds = new HashMap<>();
    private final List<SubmissionListener> listeners = new ArrayList<>();
    private Tracing tracing = Tracing.NONE;
    private Optional<ExecutorShards> shards = Optional.empty();

    SubmissionManagerBuilder(Baton baton, SubmissionSettings settings) {
        this.baton = Objects.requireNonNull(baton, "baton");
        this.settings = Objects.requireNonNull(settings, "settings");
        HttpKind.all(asConfigured).forEach(this::kind);
        kind(new FakeKind());
    }

    /**
     * How this node stands for the executor's role, or that it only observes. The takeover is exclusive by default, and the
     * role {@link SubmissionManager#ROLE}. Where it has another name, it must have the same one on every node that shares the
     * tables: the leaders of two roles would both make attempts.
     */
    public SubmissionManagerBuilder candidacy(Candidacy how) {
        this.candidacy = Objects.requireNonNull(how, "candidacy");
        return this;
    }

    /**
     * Divides the executor into shards, which several nodes lead; one executor for everything by default. Intents are divided by their
     * target; those of a gateway with limits of its own stay together, so that the limits hold. The leader of the role tells
     * webhooks and deletes what is old, for all shards.
     *
     * <p>To be said on every node that shares the tables. While some have it and others do not, the leader of the role decides: as it is
     * configured, it makes all attempts, or shards do. A node that only observes starts no shards, and accepts intents for them.
     */
    public SubmissionManagerBuilder shards(ExecutorShards how) {
        this.shards = Optional.of(how);
        return this;
    }

    /** A further type of gateway, or another in the place of one that is there. */
    public SubmissionManagerBuilder kind(GatewayKind kind) {
        kinds.put(kind.type(), kind);
        return this;
    }

    /** Where the secrets of webhooks come from, by name; the environment by default. */
    public SubmissionManagerBuilder secrets(Function<String, Optional<String>> byName) {
        this.secrets = Objects.requireNonNull(byName, "secrets");
        return this;
    }

    /**
     * What proves to gateways and webhooks who calls, by the name that their configuration has for it; nothing by default.
     * Asked for every call, so it may be another one each time.
     */
    public SubmissionManagerBuilder credentials(Function<String, Optional<Credential>> byName) {
        this.credentials = Objects.requireNonNull(byName, "credentials");
        return this;
    }

    public SubmissionManagerBuilder listener(SubmissionListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Who makes spans of acceptances, attempts and calls; nobody by default. */
    public SubmissionManagerBuilder tracing(Tracing how) {
        this.tracing = Objects.requireNonNull(how, "tracing");
        return this;
    }

    /**
     * Checks everything that can be checked and starts.
     *
     * @throws IllegalArgumentException if the configuration cannot work
     */
    public SubmissionManager start() {
        SubmissionManager manager = new SubmissionManager(
                baton,
                settings,
                candidacy,
                Map.copyOf(kinds),
                asConfigured,
                SubmissionListeners.of(listeners),
                tracing,
                shards);
        manager.start();
        return manager;
    }
}

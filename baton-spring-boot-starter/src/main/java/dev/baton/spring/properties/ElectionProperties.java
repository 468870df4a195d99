package dev.baton.spring.properties;

import dev.baton.Backoff;
import dev.baton.Strategy;
import dev.baton.Takeover;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code baton.election.*} sets. */
public class ElectionProperties {

    /** Whether roles are elected. */
    private boolean enabled = true;

    /** What this instance is where election is disabled: FOLLOWER or ALWAYS_LEADER. */
    private DisabledMode disabledMode = DisabledMode.FOLLOWER;

    /** Identity of this process incarnation, never used by two; made from node, process id and a random number by default. */
    private String holderId;

    /** What lock keys are derived from, besides the role. */
    private String namespace = "baton";

    /** How roles are elected, SESSION or LEASE; SESSION where the database has session locks by default. */
    private StrategyName strategy;

    /** When a new session holder may act after a crash: EXCLUSIVE or IMMEDIATE. */
    private Takeover takeover = Takeover.EXCLUSIVE;

    /** LEASE: how long a term lasts without renewal. */
    private Duration leaseDuration = Strategy.lease60().lease();

    /** LEASE: how often it is renewed. */
    private Duration renewInterval = Strategy.lease60().renewInterval();

    /** LEASE: how often a follower looks, besides at the expiry it knows of. */
    private Duration acquireInterval = Strategy.lease60().acquireInterval();

    /** SESSION: how often the holder proves itself. */
    private Duration heartbeatInterval = Strategy.session().heartbeatInterval();

    /** SESSION: how long a heartbeat is trusted, counted from its sending. */
    private Duration trustWindow = Strategy.session().trustWindow();

    /** SESSION: after how long without a heartbeat the holder counts as gone. */
    private Duration sessionLease = Strategy.session().sessionLease();

    /** SESSION: the longest slice that a candidate waits inside the database. */
    private Duration lockTimeout = Strategy.session().lockTimeout();

    /** SESSION on PostgreSQL: three connections for all roles of this instance instead of one each. */
    private boolean sharedSessions;

    /** Shortest pause after a refusal or an error. */
    private Duration backoffMin = Backoff.DEFAULT.min();

    /** Longest pause after a refusal. */
    private Duration backoffMax = Backoff.DEFAULT.max();

    /** Longest pause after errors in a row. */
    private Duration errorBackoffMax = Backoff.DEFAULT.errorMax();

    /** How long calls under way are waited for when a role is left. */
    private Duration drainTimeout = Duration.ofSeconds(10);

    /** After how long without a heartbeat followers report the leader. */
    private Duration epochStaleThreshold = Duration.ofSeconds(30);

    /** How often a term of a lock that nobody stands for goes into the history, per lock and instance; 0s for every one. */
    private Duration lockRecordInterval = Duration.ofSeconds(10);

    /** Where role changes are announced, on databases that can. */
    private String listenChannel = "baton_leader_change";

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public DisabledMode getDisabledMode() {
        return disabledMode;
    }

    public void setDisabledMode(DisabledMode disabledMode) {
        this.disabledMode = disabledMode;
    }

    public String getHolderId() {
        return holderId;
    }

    public void setHolderId(String holderId) {
        this.holderId = holderId;
    }

    public String getNamespace() {
        return namespace;
    }

    public void setNamespace(String namespace) {
        this.namespace = namespace;
    }

    public StrategyName getStrategy() {
        return strategy;
    }

    public void setStrategy(StrategyName strategy) {
        this.strategy = strategy;
    }

    public Takeover getTakeover() {
        return takeover;
    }

    public void setTakeover(Takeover takeover) {
        this.takeover = takeover;
    }

    public Duration getLeaseDuration() {
        return leaseDuration;
    }

    public void setLeaseDuration(Duration leaseDuration) {
        this.leaseDuration = leaseDuration;
    }

    public Duration getRenewInterval() {
        return renewInterval;
    }

    public void setRenewInterval(Duration renewInterval) {
        this.renewInterval = renewInterval;
    }

    public Duration getAcquireInterval() {
        return acquireInterval;
    }

    public void setAcquireInterval(Duration acquireInterval) {
        this.acquireInterval = acquireInterval;
    }

    public Duration getHeartbeatInterval() {
        return heartbeatInterval;
    }

    public void setHeartbeatInterval(Duration heartbeatInterval) {
        this.heartbeatInterval = heartbeatInterval;
    }

    public Duration getTrustWindow() {
        return trustWindow;
    }

    public void setTrustWindow(Duration trustWindow) {
        this.trustWindow = trustWindow;
    }

    public Duration getSessionLease() {
        return sessionLease;
    }

    public void setSessionLease(Duration sessionLease) {
        this.sessionLease = sessionLease;
    }

    public Duration getLockTimeout() {
        return lockTimeout;
    }

    public void setLockTimeout(Duration lockTimeout) {
        this.lockTimeout = lockTimeout;
    }

    public boolean isSharedSessions() {
        return sharedSessions;
    }

    public void setSharedSessions(boolean sharedSessions) {
        this.sharedSessions = sharedSessions;
    }

    public Duration getBackoffMin() {
        return backoffMin;
    }

    public void setBackoffMin(Duration backoffMin) {
        this.backoffMin = backoffMin;
    }

    public Duration getBackoffMax() {
        return backoffMax;
    }

    public void setBackoffMax(Duration backoffMax) {
        this.backoffMax = backoffMax;
    }

    public Duration getErrorBackoffMax() {
        return errorBackoffMax;
    }

    public void setErrorBackoffMax(Duration errorBackoffMax) {
        this.errorBackoffMax = errorBackoffMax;
    }

    public Duration getDrainTimeout() {
        return drainTimeout;
    }

    public void setDrainTimeout(Duration drainTimeout) {
        this.drainTimeout = drainTimeout;
    }

    public Duration getEpochStaleThreshold() {
        return epochStaleThreshold;
    }

    public void setEpochStaleThreshold(Duration epochStaleThreshold) {
        this.epochStaleThreshold = epochStaleThreshold;
    }

    public Duration getLockRecordInterval() {
        return lockRecordInterval;
    }

    public void setLockRecordInterval(Duration lockRecordInterval) {
        this.lockRecordInterval = lockRecordInterval;
    }

    public String getListenChannel() {
        return listenChannel;
    }

    public void setListenChannel(String listenChannel) {
        this.listenChannel = listenChannel;
    }

    /** Settings of single roles, by name; this instance stands for each of them. */
    private final Map<String, RoleProperties> roles = new LinkedHashMap<>();

    public Map<String, RoleProperties> getRoles() {
        return roles;
    }

    /** How a role is elected. */
    public enum StrategyName {
        /** A row with an expiry. */
        LEASE,
        /** A session lock on a connection of its own. */
        SESSION
    }

    /** What an instance is where election is disabled. */
    public enum DisabledMode {
        /** It never leads. */
        FOLLOWER,
        /** It always leads, unproven and unfenced: for a single instance only. */
        ALWAYS_LEADER
    }
}

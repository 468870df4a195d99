package dev.baton.spring.properties;

import dev.baton.Takeover;

/** What {@code baton.election.roles.NAME.*} sets. */
public class RoleProperties {

    /** How this role is elected; as all others by default. */
    private ElectionProperties.StrategyName strategy;

    /** When its new session holder may act after a crash; as all others by default. */
    private Takeover takeover;

    /** Its session-lock key; derived from namespace and role by default. */
    private Long lockKey;

    /** This instance never leads it. */
    private boolean observer = false;

    /** This instance goes first when it is free. */
    private boolean prefer = false;

    public ElectionProperties.StrategyName getStrategy() {
        return strategy;
    }

    public void setStrategy(ElectionProperties.StrategyName strategy) {
        this.strategy = strategy;
    }

    public Takeover getTakeover() {
        return takeover;
    }

    public void setTakeover(Takeover takeover) {
        this.takeover = takeover;
    }

    public Long getLockKey() {
        return lockKey;
    }

    public void setLockKey(Long lockKey) {
        this.lockKey = lockKey;
    }

    public boolean isObserver() {
        return observer;
    }

    public void setObserver(boolean observer) {
        this.observer = observer;
    }

    public boolean isPrefer() {
        return prefer;
    }

    public void setPrefer(boolean prefer) {
        this.prefer = prefer;
    }
}

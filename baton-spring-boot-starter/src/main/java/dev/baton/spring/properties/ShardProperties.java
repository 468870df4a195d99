package dev.baton.spring.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code baton.shards.*} sets. */
public class ShardProperties {

    /** Whether this instance takes part in groups of shards, where baton-shards is on the class path. */
    private boolean enabled = true;

    /** How large this instance's share of each group is beside those of others, from 1 to 1000. */
    private int weight = 1;

    /** How long an instance that went away has a claim to the shards that it had, the same on every instance; 5m by default. */
    private Duration grace;

    /** Settings of single groups, by name; this instance takes part in each of them. */
    private final Map<String, ShardGroupProperties> groups = new LinkedHashMap<>();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public int getWeight() {
        return weight;
    }

    public void setWeight(int weight) {
        this.weight = weight;
    }

    public Duration getGrace() {
        return grace;
    }

    public void setGrace(Duration grace) {
        this.grace = grace;
    }

    public Map<String, ShardGroupProperties> getGroups() {
        return groups;
    }
}

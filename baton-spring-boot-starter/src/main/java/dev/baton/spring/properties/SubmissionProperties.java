package dev.baton.spring.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.util.unit.DataSize;

/** What {@code baton.submissions.*} sets. */
public class SubmissionProperties {

    /** Whether intents are accepted and executed, where baton-submissions is on the class path. */
    private boolean enabled = true;

    /** How often the executor's schedule is brought up to date without a hint. */
    private Duration scheduleRefreshInterval = Duration.ofSeconds(1);

    /** Into how many shards the executor is divided when they are new, the same on every instance; 1: it is not divided. */
    private int shards = 1;

    /** Calls under way at once on an instance, over all gateways. */
    private int concurrency = 16;

    /** The most that a payload may have. */
    private DataSize maxPayload = DataSize.ofKilobytes(16);

    /** The pause after an attempt, for targets that name none. */
    private Duration retryDelay = Duration.ofSeconds(5);

    /** After how long ended intents are deleted; never by default. */
    private Duration retention;

    /** Where intents can go, besides to Gateway beans. */
    private final Map<String, GatewayProperties> gateways = new LinkedHashMap<>();

    /** What may be named when an intent is handed in. */
    private final Map<String, TargetProperties> targets = new LinkedHashMap<>();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public Duration getScheduleRefreshInterval() {
        return scheduleRefreshInterval;
    }

    public void setScheduleRefreshInterval(Duration scheduleRefreshInterval) {
        this.scheduleRefreshInterval = scheduleRefreshInterval;
    }

    public int getShards() {
        return shards;
    }

    public void setShards(int shards) {
        this.shards = shards;
    }

    public int getConcurrency() {
        return concurrency;
    }

    public void setConcurrency(int concurrency) {
        this.concurrency = concurrency;
    }

    public DataSize getMaxPayload() {
        return maxPayload;
    }

    public void setMaxPayload(DataSize maxPayload) {
        this.maxPayload = maxPayload;
    }

    public Duration getRetryDelay() {
        return retryDelay;
    }

    public void setRetryDelay(Duration retryDelay) {
        this.retryDelay = retryDelay;
    }

    public Duration getRetention() {
        return retention;
    }

    public void setRetention(Duration retention) {
        this.retention = retention;
    }

    public Map<String, GatewayProperties> getGateways() {
        return gateways;
    }

    public Map<String, TargetProperties> getTargets() {
        return targets;
    }
}

package dev.baton.spring.properties;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What {@code baton.submissions.targets.NAME.*} sets. */
public class TargetProperties {

    /** The gateway that its intents go through: one of baton.submissions.gateways, or a Gateway bean. */
    private String gateway;

    /** How long an intent is tried: deadline, max_attempts or one_shot. */
    private String policy;

    /** Policy deadline: how long after its acceptance. */
    private Duration maxAcceptance;

    /** Policy max_attempts: how often. */
    private Integer maxAttempts;

    /** The reasons of rejections that end an intent. */
    private List<String> terminalOutcomes = new ArrayList<>();

    /** The pause after an attempt; baton.submissions.retry-delay by default. */
    private Duration retryDelay;

    /** Where a pause that doubles stops growing; it does not double by default. */
    private Duration retryMaxDelay;

    /** Where the end of an intent is told. */
    private String webhook;

    /** The name of the environment variable that holds what webhooks are signed with. */
    private String webhookSecret;

    /** Whether webhooks go out unsigned. */
    private boolean webhookUnsigned = false;

    public String getGateway() {
        return gateway;
    }

    public void setGateway(String gateway) {
        this.gateway = gateway;
    }

    public String getPolicy() {
        return policy;
    }

    public void setPolicy(String policy) {
        this.policy = policy;
    }

    public Duration getMaxAcceptance() {
        return maxAcceptance;
    }

    public void setMaxAcceptance(Duration maxAcceptance) {
        this.maxAcceptance = maxAcceptance;
    }

    public Integer getMaxAttempts() {
        return maxAttempts;
    }

    public void setMaxAttempts(Integer maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    public List<String> getTerminalOutcomes() {
        return terminalOutcomes;
    }

    public void setTerminalOutcomes(List<String> terminalOutcomes) {
        this.terminalOutcomes = terminalOutcomes;
    }

    public Duration getRetryDelay() {
        return retryDelay;
    }

    public void setRetryDelay(Duration retryDelay) {
        this.retryDelay = retryDelay;
    }

    public Duration getRetryMaxDelay() {
        return retryMaxDelay;
    }

    public void setRetryMaxDelay(Duration retryMaxDelay) {
        this.retryMaxDelay = retryMaxDelay;
    }

    public String getWebhook() {
        return webhook;
    }

    public void setWebhook(String webhook) {
        this.webhook = webhook;
    }

    public String getWebhookSecret() {
        return webhookSecret;
    }

    public void setWebhookSecret(String webhookSecret) {
        this.webhookSecret = webhookSecret;
    }

    public boolean isWebhookUnsigned() {
        return webhookUnsigned;
    }

    public void setWebhookUnsigned(boolean webhookUnsigned) {
        this.webhookUnsigned = webhookUnsigned;
    }
}

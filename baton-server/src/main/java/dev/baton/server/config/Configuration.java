package dev.baton.server.config;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobSettings;
import dev.baton.submissions.SubmissionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a node is told.
 *
 * @param credentials for gateways, webhooks and notifiers, by name; read again while the node runs
 * @param effective every setting that was asked for, by its key, without secrets
 */
public record Configuration(
        NodeConfig node,
        ServerConfig server,
        DatabaseConfig database,
        ElectionConfig election,
        SubmissionsConfig submissions,
        JobsConfig jobs,
        List<AlertRule> alerts,
        List<Notifier> notifiers,
        ReloadedSetting<Map<String, CredentialConfig>> credentials,
        SecurityConfig security,
        LogConfig log,
        Map<String, Object> effective) {

    /** Reads again what may change while the node runs. */
    public void reload() {
        security.tokens().reload();
        security.openId().reload();
        security.certificates().reload();
        credentials.reload();
    }

    /**
     * {@code [node]}
     *
     * @param id empty for the host name, with a number where another process of the cluster on this machine has it
     * @param weight how large its share of divided roles is beside those of others
     */
    public record NodeConfig(Optional<String> id, boolean observer, boolean prefer, int weight) {}

    /**
     * {@code [server]}
     *
     * @param portGiven whether somebody asked for this very port
     * @param managementPort for probes and metrics alone, so that they are answered under any load
     */
    public record ServerConfig(
            String bind,
            int port,
            boolean portGiven,
            Optional<Integer> managementPort,
            Path data,
            Duration stopTimeout,
            ServerBounds bounds) {}

    /**
     * What {@code [server]} puts up with.
     *
     * @param largestBody bytes of the largest body of all
     * @param connections open at once
     * @param perAddress connections open at once from one address
     */
    public record ServerBounds(int largestBody, int connections, int perAddress) {}

    /**
     * {@code [submissions]}, {@code [gateways.NAME]} and {@code [targets."NAME"]}
     *
     * @param shards into how many the executor is divided when its group is new; 1 if it is not divided
     */
    public record SubmissionsConfig(SubmissionSettings settings, int shards) {

        public boolean isDivided() {
            return shards > 1;
        }
    }

    /**
     * {@code [jobs]}
     *
     * @param maxPayload bytes of a payload that is handed in over HTTP
     * @param defined the recurring jobs of {@code [jobs.defined.NAME]}
     * @param work the handlers of {@code [jobs.handlers.NAME]}
     */
    public record JobsConfig(JobSettings settings, int maxPayload, List<JobDefinition> defined, WorkConfig work) {}

    /**
     * {@code [[alerts]]}
     *
     * @param condition such as {@code sum(baton_leader_is_leader) == 0}
     * @param holdFor how long it must hold before it fires
     * @param notifiers names of notifiers
     */
    public record AlertRule(String name, String condition, Duration holdFor, String severity, List<String> notifiers) {}

    /**
     * {@code [notifiers.NAME]}
     *
     * @param keyFile where its key is kept
     * @param credential that it shows, by name
     */
    public record Notifier(
            String name, String type, Optional<String> url, Optional<Path> keyFile, Optional<String> credential) {}

    /** {@code [log]} */
    public record LogConfig(String level, String format) {}
}

package dev.baton.spring.properties;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** What {@code baton.*} sets. The defaults are those of the libraries; a key that is not known is refused by name. */
@ConfigurationProperties(prefix = "baton", ignoreUnknownFields = false)
public class BatonProperties {

    /** Whether Baton is switched on at all; where it is not, this instance leads nothing. */
    private boolean enabled = true;

    /** Name of the DataSource bean whose transactions are fenced; needed where there are several and none is primary. */
    private String dataSource;

    /**
     * Name of a DataSource bean for elections: another account, or past a pooler. A pool of their own by default, set up
     * like the application's, where that is a HikariCP one.
     */
    private String leadershipDataSource;

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public String getDataSource() {
        return dataSource;
    }

    public void setDataSource(String dataSource) {
        this.dataSource = dataSource;
    }

    public String getLeadershipDataSource() {
        return leadershipDataSource;
    }

    public void setLeadershipDataSource(String leadershipDataSource) {
        this.leadershipDataSource = leadershipDataSource;
    }

    @NestedConfigurationProperty
    private final NodeProperties node = new NodeProperties();

    @NestedConfigurationProperty
    private final SchemaProperties schema = new SchemaProperties();

    @NestedConfigurationProperty
    private final ElectionProperties election = new ElectionProperties();

    @NestedConfigurationProperty
    private final JobProperties jobs = new JobProperties();

    @NestedConfigurationProperty
    private final SubmissionProperties submissions = new SubmissionProperties();

    @NestedConfigurationProperty
    private final ShardProperties shards = new ShardProperties();

    public NodeProperties getNode() {
        return node;
    }

    public SchemaProperties getSchema() {
        return schema;
    }

    public ElectionProperties getElection() {
        return election;
    }

    public JobProperties getJobs() {
        return jobs;
    }

    public SubmissionProperties getSubmissions() {
        return submissions;
    }

    public ShardProperties getShards() {
        return shards;
    }
}

package dev.baton.spring.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code baton.submissions.gateways.NAME.*} sets. */
public class GatewayProperties {

    /** What kind of gateway it is: http, sms, push, fake, bean, or one that a GatewayKind bean adds; bean by default. */
    private String type = BEAN;

    /** Where it is. */
    private String url = "";

    /** How long connecting may take. */
    private Duration connectTimeout = Duration.ofSeconds(2);

    /** How long a whole request may take. */
    private Duration requestTimeout = Duration.ofSeconds(10);

    /** Calls under way at once; as many as there are over all gateways by default. */
    private Integer concurrency;

    /** Calls begun per second; without a limit by default. */
    private Double perSecond;

    /** What only its type understands. */
    private final Map<String, String> options = new LinkedHashMap<>();

    /** The type of gateways that are beans. */
    public static final String BEAN = "bean";

    public String getType() {
        return type;
    }

    public void setType(String type) {
        this.type = type;
    }

    public String getUrl() {
        return url;
    }

    public void setUrl(String url) {
        this.url = url;
    }

    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public Duration getRequestTimeout() {
        return requestTimeout;
    }

    public void setRequestTimeout(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    public Integer getConcurrency() {
        return concurrency;
    }

    public void setConcurrency(Integer concurrency) {
        this.concurrency = concurrency;
    }

    public Double getPerSecond() {
        return perSecond;
    }

    public void setPerSecond(Double perSecond) {
        this.perSecond = perSecond;
    }

    public Map<String, String> getOptions() {
        return options;
    }
}

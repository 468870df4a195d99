package dev.baton.submissions.tls;

import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * HTTP clients that differ in the certificate they show. The JDK's have one TLS context for life, so there is one for each
 * context that credentials bring; what is under way with an older one goes on with it.
 */
public final class TlsClients {

    /** More than credentials that are in use at once; those of certificates that were exchanged do not stay. */
    private static final int MOST = 64;

    private final Supplier<HttpClient.Builder> settings;
    private final HttpClient usual;
    private final Map<SSLContext, HttpClient> byContext = new HashMap<>();

    /** @param settings what the clients have in common */
    public TlsClients(Supplier<HttpClient.Builder> settings) {
        this.settings = settings;
        this.usual = settings.get().build();
    }

    /** The client for requests whose credential brings this context, if it brings one. */
    public HttpClient of(Optional<SSLContext> context) {
        return context.map(this::with).orElse(usual);
    }

    private synchronized HttpClient with(SSLContext context) {
        if (byContext.size() >= MOST && !byContext.containsKey(context)) {
            byContext.clear();
        }
        return byContext.computeIfAbsent(
                context, any -> settings.get().sslContext(context).build());
    }
}

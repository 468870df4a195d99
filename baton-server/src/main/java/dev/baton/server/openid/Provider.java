package dev.baton.server.openid;

import com.nimbusds.jose.jwk.JWKSet;
import dev.baton.server.config.FailureReason;
import dev.baton.server.http.Json;
import dev.baton.server.http.TruncatedBody;
import dev.baton.support.OutboundCalls;
import dev.baton.support.Threads;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * What the provider says about itself, and its keys, read by a thread of their own again and again. Whoever needs a key
 * that is not there may wait for it a little; a few at once, so that a provider that hangs holds up no more than those.
 */
final class Provider implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Provider.class);
    private static final String WELL_KNOWN = "/.well-known/openid-configuration";
    private static final int LARGEST = 256 * 1024;

    /** How long the provider may take for one answer. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration EVERY = Duration.ofMinutes(5);
    private static final int MOST_WAITING = 2;

    private final URI issuer;
    private final ReadingIntervals intervals;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(OutboundCalls.shared().clientThreads())
            .build();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-openid"));
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private volatile Optional<Known> known = Optional.empty();
    private CompletableFuture<Void> reading = CompletableFuture.completedFuture(null);
    private long lastRead;
    private String problem = "";

    /**
     * How often it is asked.
     *
     * @param pause at least between two readings for the sake of a key that is not there
     * @param keep how long keys are used of a provider that has become silent
     */
    record ReadingIntervals(Duration pause, Duration keep) {
        static final ReadingIntervals USUAL = new ReadingIntervals(Duration.ofSeconds(10), Duration.ofHours(12));
    }

    /** What was last read. */
    record Known(Endpoints endpoints, JWKSet keys, long at) {}

    /**
     * Where the provider does what.
     *
     * @param endSession where one signs out there, if one can
     */
    record Endpoints(URI authorization, URI token, URI keys, Optional<URI> endSession) {}

    @SuppressWarnings("unused") // it ends with the executor
    Provider(URI issuer, ReadingIntervals intervals) {
        this.issuer = issuer;
        this.intervals = intervals;
        this.lastRead = System.nanoTime() - intervals.pause().toNanos();
        var repeated = thread.scheduleWithFixedDelay(this::readSoon, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void readSoon() {
        var unused = ask(false);
    }

    /** What is known, if it is not too old. */
    Optional<Known> known() {
        return known.filter(
                last -> System.nanoTime() - last.at() < intervals.keep().toNanos());
    }

    /** The same after the provider was asked once more, unless that was done just now or others wait for it already. */
    Optional<Known> knownAfterAsking() throws InterruptedException {
        if (waiting.tryAcquire()) {
            try {
                ask(true).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("the provider was asked in vain", e);
            } finally {
                waiting.release();
            }
        }
        return known();
    }

    /** @param sparing leaves it if it was done a moment ago */
    private synchronized CompletableFuture<Void> ask(boolean sparing) {
        boolean justNow = System.nanoTime() - lastRead < intervals.pause().toNanos();
        if (reading.isDone() && !(sparing && justNow) && !thread.isShutdown()) {
            lastRead = System.nanoTime();
            reading = CompletableFuture.runAsync(this::read, thread);
        }
        return reading;
    }

    /** In the thread of ours. */
    private void read() {
        try {
            Endpoints endpoints = endpoints(json(issuer.toString().replaceAll("/$", "") + WELL_KNOWN));
            JWKSet keys = JWKSet.parse(new String(fetch(endpoints.keys()), StandardCharsets.UTF_8));
            known = Optional.of(new Known(endpoints, keys, System.nanoTime()));
            if (!problem.isEmpty()) {
                LOG.info("the OpenID provider {} answers again", issuer);
            }
            problem = "";
        } catch (IOException | ParseException | RuntimeException e) {
            String now = FailureReason.of(e);
            if (!now.equals(problem)) {
                LOG.atWarn()
                        .addKeyValue("event", "openid_unavailable")
                        .addKeyValue("reason", now)
                        .log(
                                "the OpenID provider {} cannot be read: {}; tokens of this node's own go on as they are",
                                issuer,
                                now);
            }
            problem = now;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Endpoints endpoints(JsonNode said) throws IOException {
        String itself = said.path("issuer").asString("");
        if (!itself.equals(issuer.toString())) {
            throw new IOException("it calls itself '" + itself + "': security.openid.issuer must be exactly that");
        }
        return new Endpoints(
                endpoint(said, "authorization_endpoint"),
                endpoint(said, "token_endpoint"),
                endpoint(said, "jwks_uri"),
                said.has("end_session_endpoint")
                        ? Optional.of(endpoint(said, "end_session_endpoint"))
                        : Optional.empty());
    }

    /** As safe to reach as the issuer itself. */
    private URI endpoint(JsonNode said, String name) throws IOException {
        URI uri = URI.create(said.path(name).asString(""));
        boolean safe = "https".equals(uri.getScheme())
                || (uri.getScheme() != null
                        && uri.getScheme().equals(issuer.getScheme())
                        && issuer.getHost().equals(uri.getHost()));
        if (!safe) {
            throw new IOException("its " + name + " is '" + uri + "', which is no https URL");
        }
        return uri;
    }

    private JsonNode json(String url) throws IOException, InterruptedException {
        return Json.parse(fetch(URI.create(url)));
    }

    private byte[] fetch(URI url) throws IOException, InterruptedException {
        try {
            return send(HttpRequest.newBuilder(url).header("Accept", "application/json"))
                    .get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(FailureReason.of(e.getCause()), e);
        }
    }

    /** The body of a good answer, in time and of a sensible size, or an {@link IOException}. */
    CompletableFuture<byte[]> send(HttpRequest.Builder request) {
        HttpRequest asked = request.timeout(PATIENCE).build();
        return OutboundCalls.shared()
                .send(asked.uri(), PATIENCE, () -> http.sendAsync(asked, info -> new TruncatedBody(LARGEST)))
                .handle(Provider::judge);
    }

    private static byte[] judge(HttpResponse<byte[]> response, Throwable error) {
        if (error != null) {
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            throw new CompletionException(new IOException(FailureReason.of(cause), cause));
        }
        if (response.statusCode() != 200 || response.body().length >= LARGEST) {
            throw new CompletionException(new IOException(response.uri() + " answered " + response.statusCode()
                    + " with " + response.body().length + " bytes"));
        }
        return response.body();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

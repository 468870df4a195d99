package dev.baton.server.http;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles every request: gives it an id, finds its route, checks access, reads the body within limits, writes the answer. */
final class RequestHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final String REQUEST_ID = "X-Request-Id";
    private static final int LARGEST_REFUSED = 64 * 1024;
    private static final Pattern SANE_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'";

    /** On every answer, and so encoded once. */
    private static final List<HttpField> ALWAYS = List.of(
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
            new PreEncodedHttpField("X-Frame-Options", "DENY"),
            new PreEncodedHttpField("Referrer-Policy", "no-referrer"),
            new PreEncodedHttpField("Content-Security-Policy", POLICY),
            new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"));

    private static final HttpField TRANSPORT_SECURITY =
            new PreEncodedHttpField("Strict-Transport-Security", "max-age=31536000");

    private final Router router;
    private final Gatekeeper gatekeeper;
    private final HttpLimits limits;
    private final Function<Throwable, Optional<Problem>> explain;
    private final boolean tls;

    RequestHandler(
            Router router,
            Gatekeeper gatekeeper,
            HttpLimits limits,
            Function<Throwable, Optional<Problem>> explain,
            boolean tls) {
        this.router = router;
        this.gatekeeper = gatekeeper;
        this.limits = limits;
        this.explain = explain;
        this.tls = tls;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String id = id(request);
        head(response.getHeaders(), id);
        try {
            Router.Match match =
                    router.find(request.getMethod(), request.getHttpURI().getPath());
            Caller caller = gatekeeper.checkAccess(request, match.route());
            if (match.route().stream().isPresent()) {
                Call call = new Call(request, match.parameters(), caller, id, new byte[0]);
                match.route().stream().get().open(call, response, callback);
            } else if (match.route().mutates()) {
                readThenRun(request, response, callback, match, caller, id);
            } else {
                Call call = new Call(request, match.parameters(), caller, id, new byte[0]);
                run(match.route(), call, answer -> write(request, response, callback, answer));
            }
        } catch (Problem problem) {
            refuse(request, response, callback, problem.answer());
        }
        return true;
    }

    /**
     * Answers once the body has come, which nobody keeps: a connection that is closed while its client still sends is
     * reset, and the answer with it. A client that asks before it sends is told at once.
     */
    private void refuse(Request request, Response response, Callback callback, Answer answer) {
        if (request.getHeaders().contains(HttpHeader.EXPECT)) {
            write(request, response, callback, answer);
            return;
        }
        @SuppressWarnings("unused") // its end is the answer
        var unused = BodyReader.read(
                        request,
                        Math.min(LARGEST_REFUSED, limits.largestBody()),
                        limits.bodyPatience().toMillis())
                .whenComplete((body, error) -> write(request, response, callback, answer));
    }

    private void readThenRun(
            Request request, Response response, Callback callback, Router.Match match, Caller caller, String id) {
        @SuppressWarnings("unused") // its end is the answer
        var unused = BodyReader.read(
                        request, limits.largestBody(), limits.bodyPatience().toMillis())
                .whenComplete((body, error) -> {
                    if (error == null) {
                        Call call = new Call(request, match.parameters(), caller, id, body);
                        run(match.route(), call, answer -> write(request, response, callback, answer));
                    } else {
                        write(request, response, callback, explained(error, id).answer());
                    }
                });
    }

    private void run(Route route, Call call, Consumer<Answer> write) {
        CompletionStage<Answer> coming;
        try {
            coming = route.handler().handle(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            coming = CompletableFuture.failedFuture(
                    new Problem(503, "stopping", "this node is stopping: ask another one"));
        } catch (Exception e) {
            coming = CompletableFuture.failedFuture(e);
        }
        @SuppressWarnings("unused") // its end is the answer
        var unused = coming.whenComplete((answer, error) -> write.accept(
                error == null ? answer : explained(error, call.id()).answer()));
    }

    /** What a client may know of an error; the rest is in the log, under the request's id. */
    private Problem explained(Throwable error, String id) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof Problem problem) {
            return problem;
        }
        if (cause instanceof EofException) {
            return Problem.invalid("the body ended early");
        }
        return explain.apply(cause).orElseGet(() -> {
            LOG.error("request {} failed", id, cause);
            return new Problem(
                    500, "internal_error", "something went wrong here: look for this id", Map.of("requestId", id));
        });
    }

    private void head(HttpFields.Mutable headers, String id) {
        headers.add(REQUEST_ID, id);
        ALWAYS.forEach(headers::add);
        if (tls) {
            headers.add(TRANSPORT_SECURITY);
        }
    }

    private static void write(Request request, Response response, Callback callback, Answer answer) {
        response.setStatus(answer.status());
        HttpFields.Mutable headers = response.getHeaders();
        if (answer.contentType() != null) {
            headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
        }
        answer.headers().forEach(header -> {
            if (header.name().equals("Set-Cookie")) {
                headers.add(header.name(), header.value());
            } else {
                headers.put(header.name(), header.value());
            }
        });
        boolean head = "HEAD".equals(request.getMethod());
        headers.put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        response.write(true, head ? null : ByteBuffer.wrap(answer.body()), callback);
    }

    private static String id(Request request) {
        String given = request.getHeaders().get(REQUEST_ID);
        if (given != null && SANE_ID.matcher(given).matches()) {
            return given;
        }
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()); // a name, no secret
    }
}

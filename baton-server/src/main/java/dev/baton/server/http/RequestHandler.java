package dev.baton.server.http;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Connection;
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
    private static final int FORBIDDEN = 403;
    private static final byte[] NOTHING = {};
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
    private final TrustedProxies proxies;
    private final ConnectionWatch watch;
    private final Function<Throwable, Optional<Problem>> explain;
    private final long bodyPatience;
    private final MemoryBudget bodies;
    private final MemoryBudget answers;
    private final LongAnswerTurns turns = LongAnswerTurns.ofThisProcess();

    RequestHandler(
            Router router,
            Gatekeeper gatekeeper,
            TrustedProxies proxies,
            ConnectionWatch watch,
            HttpLimits limits,
            Function<Throwable, Optional<Problem>> explain) {
        this.router = router;
        this.gatekeeper = gatekeeper;
        this.proxies = proxies;
        this.watch = watch;
        this.explain = explain;
        this.bodyPatience = limits.patience().body().toMillis();
        this.bodies = new MemoryBudget(limits.bodies());
        this.answers = new MemoryBudget(limits.answers());
    }

    /** One request on its way to its answer. */
    private record Exchange(Request request, Response response, Callback callback, Client client, String id) {

        Call call(Router.Match match, Caller caller, byte[] body) {
            Scope scope = caller.scopeFor(match.route().access());
            return new Call(request, match.parameters(), client, caller, scope, id, body);
        }

        Exchange afterwards(Runnable act) {
            return new Exchange(request, response, Callback.from(act, callback), client, id);
        }

        Connection connection() {
            return request.getConnectionMetaData().getConnection();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange bare = new Exchange(request, response, callback, proxies.clientOf(request), id(request));
        Exchange exchange = bare.afterwards(() -> watch.requestEnds(bare.connection()));
        watch.requestBegins(exchange.connection());
        head(exchange);
        try {
            Router.Match match =
                    router.find(request.getMethod(), request.getHttpURI().getPath());
            Caller caller = admit(exchange, match.route());
            if (match.route().stream().isPresent()) {
                Call call =
                        exchange.call(match, caller, NOTHING).staying(() -> gatekeeper.mayStay(request, match.route()));
                match.route().stream().get().open(call, response, exchange.callback());
            } else if (match.route().mutates()) {
                readThenRun(exchange, match, caller);
            } else {
                runInTurn(exchange, match.route(), exchange.call(match, caller, NOTHING));
            }
        } catch (Exception e) {
            refuse(exchange, explained(e, exchange.id()).answer());
        }
        return true;
    }

    private Caller admit(Exchange exchange, Route route) throws Exception {
        try {
            return gatekeeper.checkAccess(exchange.request(), exchange.client(), route);
        } catch (Problem problem) {
            gatekeeper.refused(Caller.NOBODY, exchange.client(), exchange.id(), route, problem);
            throw problem;
        }
    }

    /**
     * Answers once the body has come, which nobody keeps: a connection that is closed while its client still sends is
     * reset, and the answer with it. A client that asks before it sends is told at once.
     */
    private void refuse(Exchange exchange, Answer answer) {
        if (exchange.request().getHeaders().contains(HttpHeader.EXPECT)) {
            write(exchange, answer);
            return;
        }
        @SuppressWarnings("unused") // its end is the answer
        var unused = BodyReader.discard(exchange.request(), LARGEST_REFUSED, bodyPatience)
                .whenComplete((nothing, error) -> write(exchange, answer));
    }

    private void readThenRun(Exchange exchange, Router.Match match, Caller caller) {
        @SuppressWarnings("unused") // its end is the answer
        var unused = BodyReader.read(exchange.request(), match.route().largestBody(), bodyPatience, bodies)
                .whenComplete((body, error) -> {
                    if (error == null) {
                        try {
                            run(exchange, match.route(), exchange.call(match, caller, body));
                        } finally {
                            bodies.giveBack(body.length); // what comes later does not need it
                        }
                    } else {
                        write(exchange, explained(error, exchange.id()).answer());
                    }
                });
    }

    private void runInTurn(Exchange exchange, Route route, Call call) {
        if (route.single() || route.weight().applyAsLong(call) <= LongAnswerTurns.HEAVY) {
            run(exchange, route, call);
            return;
        }
        Executor threads = exchange.request().getComponents().getExecutor();
        turns.begin(call.caller().name(), () -> {
            @SuppressWarnings("unused") // its end is the answer
            var unused = run(exchange, route, call)
                    .whenComplete((done, error) -> turns.end().ifPresent(threads::execute));
        });
    }

    /** Nothing is begun whose answer there is no room for. Ends when the answer has been made, written or not. */
    private CompletionStage<Answer> run(Exchange exchange, Route route, Call call) {
        long weight;
        try {
            weight = route.weight().applyAsLong(call);
            answers.take(weight);
        } catch (Problem problem) {
            write(exchange, problem.answer());
            return CompletableFuture.completedFuture(problem.answer());
        }
        return coming(route, call).whenComplete((made, error) -> {
            Answer answer = error == null ? made : refusedOrFailed(exchange, route, call, error);
            long kept = Math.min(weight, answer.body().length);
            answers.giveBack(weight - kept);
            write(exchange.afterwards(() -> answers.giveBack(kept)), answer);
        });
    }

    private Answer refusedOrFailed(Exchange exchange, Route route, Call call, Throwable error) {
        Problem problem = explained(error, exchange.id());
        if (problem.status() == FORBIDDEN) {
            gatekeeper.refused(call.caller(), exchange.client(), exchange.id(), route, problem);
        }
        return problem.answer();
    }

    private static CompletionStage<Answer> coming(Route route, Call call) {
        try {
            return route.handler().handle(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(
                    new Problem(503, "stopping", "this node is stopping: ask another one"));
        } catch (Exception | Error e) { // one that lacked memory, too, has an end: its turn and its room go to others
            return CompletableFuture.failedFuture(e);
        }
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

    private static void head(Exchange exchange) {
        HttpFields.Mutable headers = exchange.response().getHeaders();
        headers.add(REQUEST_ID, exchange.id());
        ALWAYS.forEach(headers::add);
        if (exchange.client().secure()) {
            headers.add(TRANSPORT_SECURITY);
        }
    }

    private void write(Exchange exchange, Answer answer) {
        watch.answerBegins(exchange.connection());
        Response response = exchange.response();
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
        boolean head = "HEAD".equals(exchange.request().getMethod());
        headers.put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        response.write(true, head ? null : ByteBuffer.wrap(answer.body()), exchange.callback());
    }

    private static String id(Request request) {
        String given = request.getHeaders().get(REQUEST_ID);
        if (given != null && SANE_ID.matcher(given).matches()) {
            return given;
        }
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()); // a name, no secret
    }
}

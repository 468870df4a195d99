package dev.baton.server.work;

import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import dev.baton.server.config.FailureReason;
import dev.baton.server.config.WorkConfig.HttpCall;
import dev.baton.server.http.TruncatedBody;
import dev.baton.server.store.RunLogs;
import dev.baton.support.OutboundCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/** A job that is an HTTP call. It holds no thread while the callee takes its time. No redirect is followed. */
final class HttpJob implements JobHandler.Async {

    private static final int MOST_OF_ANSWER = 4_000;
    private static final int ACCEPTED = 202;
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    private final HttpCall call;
    private final HttpClient client;
    private final ReachableAddresses reachable;
    private final RunLogs logs;
    private final CallbackOffers callbacks;

    HttpJob(HttpCall call, HttpClient client, ReachableAddresses reachable, RunLogs logs, CallbackOffers callbacks) {
        this.call = call;
        this.client = client;
        this.reachable = reachable;
        this.logs = logs;
        this.callbacks = callbacks;
    }

    @Override
    public CompletableFuture<?> begin(JobContext context) throws IOException, SQLException {
        Optional<CallbackOffers.Offer> offer =
                call.completion().isPresent() ? Optional.of(callbacks.make(context)) : Optional.empty();
        try {
            return begin(context, offer);
        } catch (IOException | RuntimeException e) {
            offer.ifPresent(CallbackOffers.Offer::withdraw);
            throw e;
        }
    }

    private CompletableFuture<?> begin(JobContext context, Optional<CallbackOffers.Offer> offer) throws IOException {
        HttpRequest.Builder request = request(context);
        offer.ifPresent(made -> made.headers().forEach(request::setHeader));
        CompletableFuture<HttpResponse<byte[]>> exchange = OutboundCalls.shared()
                .sendTo(call.url().getHost(), call.timeout(), addresses -> send(request, addresses));
        CompletableFuture<Integer> answered = exchange.handle((response, error) -> judge(context, response, error))
                .exceptionally(error -> explain(context, error));
        @SuppressWarnings("FutureReturnValueIgnored") // the nested one is what comes out
        CompletableFuture<?> run = offer.isEmpty()
                ? answered
                : answered.handle((status, error) -> ending(context, offer.get(), status, error))
                        .thenCompose(ending -> ending);
        @SuppressWarnings("unused") // whoever cancels the run cancels the call
        var unused = run.whenComplete((nothing, error) -> {
            exchange.cancel(true);
            offer.ifPresent(CallbackOffers.Offer::withdraw);
        });
        return run;
    }

    /** What the callee has said of the run, and was told that it is taken, holds whatever became of the call itself. */
    private CompletableFuture<Void> ending(
            JobContext context, CallbackOffers.Offer offer, Integer status, Throwable error) {
        return error == null && status == ACCEPTED
                ? offer.awaitWord(call.completion().orElseThrow(), word -> keep(context, word))
                : offer.wordOr(error, word -> keep(context, word));
    }

    private CompletableFuture<HttpResponse<byte[]>> send(HttpRequest.Builder request, List<InetAddress> addresses) {
        reachable.refusal(call.url(), addresses).ifPresent(why -> {
            throw JobHandler.FailedException.forGood(why);
        });
        CheckedAddressCall.pin(request, call.url(), addresses.get(0));
        return client.sendAsync(request.build(), info -> new TruncatedBody(MOST_OF_ANSWER));
    }

    private HttpRequest.Builder request(JobContext context) throws IOException {
        boolean bodiless = call.method().equals("GET");
        HttpRequest.Builder request = HttpRequest.newBuilder(call.url())
                .timeout(call.timeout())
                .method(call.method(), bodiless ? BodyPublishers.noBody() : BodyPublishers.ofString(context.payload()));
        if (!bodiless) {
            request.header("Content-Type", "application/json");
        }
        if (!call.headers().isEmpty()) {
            request.headers(call.headers().toArray(String[]::new));
        }
        if (call.authorizationFile().isPresent()) { // read for each call, so that it can be changed
            request.setHeader(
                    "Authorization",
                    Files.readString(call.authorizationFile().get()).strip());
        }
        RunIdentity.headers(context).forEach(request::setHeader);
        return request;
    }

    private void keep(JobContext context, String text) {
        logs.keep(context.token().jobId(), context.token().claimNumber(), text);
    }

    private Integer judge(JobContext context, HttpResponse<byte[]> response, Throwable error) {
        if (error != null) {
            throw error instanceof CompletionException e ? e : new CompletionException(error);
        }
        int status = response.statusCode();
        String said = call.method() + " " + call.url() + " answered " + status + ": "
                + new String(response.body(), StandardCharsets.UTF_8);
        keep(context, said);
        if (call.verdicts().isDone(status)) {
            return status;
        }
        Optional<Duration> pause = retryAfter(response);
        if (pause.isPresent()) {
            throw JobHandler.FailedException.againAfter(said, pause.get());
        }
        throw call.verdicts().isLasting(status)
                ? JobHandler.FailedException.forGood(said)
                : JobHandler.FailedException.again(said);
    }

    /** Seconds, or a time by the callee's own clock. */
    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        String text = response.headers().firstValue("Retry-After").orElse("");
        try {
            Duration pause = text.matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(text))
                    : Duration.between(
                            time(response.headers().firstValue("Date").orElse("")), time(text));
            return Optional.of(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ZonedDateTime time(String text) {
        return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
    }

    private Integer explain(JobContext context, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof JobHandler.FailedException failed) {
            throw failed;
        }
        String what = call.method() + " " + call.url() + " failed: " + why(cause);
        keep(context, what);
        throw JobHandler.FailedException.again(what);
    }

    private String why(Throwable cause) {
        if (cause instanceof TimeoutException) {
            return "no answer within " + call.timeout().toMillis() + " ms";
        }
        return cause instanceof UnknownHostException
                ? "there is no host " + call.url().getHost()
                : FailureReason.of(cause);
    }
}

package dev.baton.support;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What all calls to other hosts share in a process: a few threads, however many clients there are and however many calls they have
 * under way.
 *
 * <p>The JDK's client does small things on its executor and waits for nobody there, with one exception: it looks up the host that it
 * connects to. So hosts are looked up here first, on threads that may hang, and the client finds them in Java's cache. What is done
 * with an answer has threads of its own too: neither a slow listener nor a time-out, which Java has one thread for,
 * holds up those who read and write.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of a call is told by the one future that is handed out
public final class OutboundCalls {

    private static final int OF_EACH = 4;
    private static final int NAMES_AT_ONCE = 8;

    private static final OutboundCalls SHARED = new OutboundCalls(InetAddress::getAllByName);

    private final Executor clients;
    private final Executor answers;
    private final HostNames names;

    OutboundCalls(HostNames.Lookup lookup) {
        this(lookup, Threads.shared("baton-http", OF_EACH), Threads.shared("baton-http-answers", OF_EACH));
    }

    OutboundCalls(HostNames.Lookup lookup, Executor clients, Executor answers) {
        this.clients = clients;
        this.answers = answers;
        this.names = new HostNames(lookup, Threads.shared("baton-names", NAMES_AT_ONCE));
    }

    /** Those of this process. */
    public static OutboundCalls shared() {
        return SHARED;
    }

    /** For every HTTP client that is built. */
    public Executor clientThreads() {
        return clients;
    }

    /**
     * A call within that time, the lookup of its host included, or of the proxy that it goes by: then the host's name is none of
     * ours. Whoever cancels what is answered cancels the call.
     *
     * @param send begins it, and does not wait
     */
    public <T> CompletableFuture<T> send(URI to, Duration atMost, Supplier<CompletableFuture<T>> send) {
        CompletableFuture<List<InetAddress>> known =
                names.addressesOf(connectsTo(to)).exceptionally(error -> List.of()); // the client says it better
        return call(known, atMost, addresses -> send.get());
    }

    /**
     * The same, past every proxy, by someone who looks at the addresses first. All of those that the host has are given; fails if
     * it has none.
     */
    public <T> CompletableFuture<T> sendTo(
            String host, Duration atMost, Function<List<InetAddress>, CompletableFuture<T>> send) {
        return call(names.addressesOf(host), atMost, send);
    }

    /**
     * Ends what others have begun, and do not end within that time, with a {@link TimeoutException}: on a thread for answers, as
     * everything is told here. Java has one thread for all time-outs, and whoever listens may take their time.
     */
    public <T> CompletableFuture<T> endWithin(Duration atMost, CompletableFuture<T> call) {
        CompletableFuture<Void> time = new CompletableFuture<>();
        time.whenComplete((nothing, over) -> {
            if (over != null) {
                runOn(answers, () -> call.completeExceptionally(over));
            }
        });
        time.orTimeout(atMost.toNanos(), TimeUnit.NANOSECONDS);
        call.whenComplete((answer, error) -> time.complete(null));
        return call;
    }

    /** Whether a URL's host is an address already, which nobody looks up. */
    public static boolean isAddress(String host) {
        return HostNames.isAddress(host);
    }

    /** As Java's client takes it: of the first proxy that is named, if it is one of HTTP. It knows no SOCKS, and goes there itself. */
    private static String connectsTo(URI to) {
        ProxySelector proxies = ProxySelector.getDefault();
        return (proxies == null ? List.<Proxy>of() : proxies.select(to))
                .stream()
                        .limit(1)
                        .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                        .map(proxy -> ((InetSocketAddress) proxy.address()).getHostString())
                        .findFirst()
                        .orElse(to.getHost());
    }

    private <K, T> CompletableFuture<T> call(
            CompletableFuture<K> known, Duration atMost, Function<? super K, CompletableFuture<T>> send) {
        CompletableFuture<T> ended = new CompletableFuture<>();
        CompletableFuture<T> told = new CompletableFuture<>();
        tellLater(ended, told);
        if (known.isDone()) {
            known.whenComplete((what, error) -> begin(what, error, send, ended));
        } else {
            known.whenComplete((what, error) -> runOn(clients, () -> begin(what, error, send, ended)));
        }
        ended.orTimeout(atMost.toNanos(), TimeUnit.NANOSECONDS);
        ended.whenComplete((answer, error) -> known.cancel(false)); // a name that hangs for ever keeps no ended call
        return told;
    }

    private <T> void tellLater(CompletableFuture<T> ended, CompletableFuture<T> told) {
        ended.whenComplete((answer, error) -> runOn(answers, () -> settle(told, answer, error)));
        told.whenComplete((answer, error) -> ended.cancel(false)); // nothing is left to cancel unless the caller did
    }

    /** Here and now if no thread is to be had: a call that nobody hears of again would be worse than one that is told in a bad place. */
    private static void runOn(Executor threads, Runnable task) {
        try {
            threads.execute(task);
        } catch (RuntimeException | Error e) {
            task.run();
        }
    }

    private static <K, T> void begin(
            K known, Throwable unknown, Function<? super K, CompletableFuture<T>> send, CompletableFuture<T> ended) {
        if (unknown != null) {
            settle(ended, null, unknown);
        } else if (!ended.isDone()) {
            try {
                CompletableFuture<T> exchange = send.apply(known);
                exchange.whenComplete((answer, error) -> settle(ended, answer, error));
                ended.whenComplete((answer, error) -> exchange.cancel(true));
            } catch (RuntimeException | Error e) {
                ended.completeExceptionally(e);
            }
        }
    }

    private static <T> void settle(CompletableFuture<T> what, T answer, Throwable error) {
        if (error == null) {
            what.complete(answer);
        } else {
            what.completeExceptionally(
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error);
        }
    }
}

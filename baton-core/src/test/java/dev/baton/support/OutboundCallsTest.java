package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With names that hang and far sides that answer when they are told to. */
class OutboundCallsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MANY = 300;

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger lookups = new AtomicInteger();
    private final OutboundCalls calls = new OutboundCalls(this::lookUp);

    @AfterEach
    void letGo() {
        end.countDown();
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        if (host.startsWith("hanging")) {
            await(end);
        }
        if (host.startsWith("unknown")) {
            throw new UnknownHostException(host);
        }
        return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1})};
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private CompletableFuture<String> ask(String host) {
        return calls.sendTo(
                host,
                LONG,
                addresses -> CompletableFuture.completedFuture(addresses.get(0).toString()));
    }

    private static String answer(CompletableFuture<String> call) throws Exception {
        return call.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aNameThatHangsIsLookedUpOnceAndHoldsUpNoOther() throws Exception {
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            waiting.add(ask("hanging.example"));
        }
        assertThat(answer(ask("well.example"))).isEqualTo("well.example/10.0.0.1");
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(lookups).as("that one, and the other").hasValue(2);
        end.countDown();
        for (CompletableFuture<String> call : waiting) {
            assertThat(answer(call)).isEqualTo("hanging.example/10.0.0.1");
        }
        assertThat(lookups).hasValue(2);
    }

    @Test
    void whoeverGivesUpOnANameDoesNotGiveUpForTheOthers() throws Exception {
        CompletableFuture<String> first = ask("hanging.example");
        CompletableFuture<String> second = ask("hanging.example");
        first.cancel(true);
        CompletableFuture<String> third = ask("hanging.example");
        end.countDown();
        assertThat(answer(second)).isEqualTo("hanging.example/10.0.0.1");
        assertThat(answer(third)).isEqualTo("hanging.example/10.0.0.1");
    }

    @Test
    void theTimeIsThatOfTheLookupToo() {
        CompletableFuture<String> call = calls.sendTo(
                "hanging.example", Duration.ofMillis(50), addresses -> CompletableFuture.completedFuture("too late"));
        assertThatThrownBy(() -> answer(call))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void anAddressIsLookedUpByNobody() throws Exception {
        calls.sendTo("127.0.0.1", LONG, addresses -> CompletableFuture.completedFuture("x"))
                .get();
        assertThat(OutboundCalls.isAddress("[::1]")).isTrue();
        assertThat(OutboundCalls.isAddress("127.0.0.1")).isTrue();
        assertThat(OutboundCalls.isAddress("10.example")).isFalse();
    }

    @Test
    void aNameThatNobodyKnowsFailsWhoWantsItsAddressesAndIsLeftToTheClientElsewhere() throws Exception {
        assertThatThrownBy(() -> answer(ask("unknown.example")))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(UnknownHostException.class);
        CompletableFuture<String> left = calls.send(
                URI.create("http://unknown.example/"), LONG, () -> CompletableFuture.completedFuture("the client's"));
        assertThat(answer(left)).isEqualTo("the client's");
    }

    @Test
    void manyThatTakeTheirTimeHoldNoThreadAndFewAreThereWhenAllAreAnswered() throws Exception {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<String>> far = new ArrayList<>();
        List<CompletableFuture<?>> told = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            CompletableFuture<String> exchange = new CompletableFuture<>();
            far.add(exchange);
            told.add(calls.sendTo("well.example", LONG, addresses -> {
                        used.add(Thread.currentThread());
                        return exchange;
                    })
                    .thenRun(() -> used.add(Thread.currentThread())));
        }
        far.forEach(exchange -> exchange.complete("done"));
        for (CompletableFuture<?> one : told) {
            one.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
        used.remove(Thread.currentThread()); // what was done already is told to whoever asks
        assertThat(used)
                .hasSizeLessThanOrEqualTo(8)
                .allMatch(thread -> thread.getName().startsWith("baton-http"));
    }

    @Test
    void slowListenersHoldUpNeitherOtherCallsNorTheTimeOuts() throws Exception {
        CountDownLatch listening = new CountDownLatch(3);
        Thread here = Thread.currentThread();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> never =
                    calls.sendTo("127.0.0.1", Duration.ofSeconds(1), addresses -> new CompletableFuture<>());
            @SuppressWarnings("unused") // it ends with the test
            var unused = never.whenComplete((answer, error) -> {
                listening.countDown();
                if (Thread.currentThread() != here) { // a machine that stood still has us told here
                    await(end);
                }
            });
        }
        await(listening); // in the thread of time-outs nothing would end any more
        assertThat(answer(ask("well.example"))).isEqualTo("well.example/10.0.0.1");
        CompletableFuture<String> other =
                calls.sendTo("127.0.0.1", Duration.ofMillis(1), addresses -> new CompletableFuture<>());
        assertThatThrownBy(() -> answer(other)).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void whatOthersBeganIsEndedByTheTimeAndSlowListenersHoldUpNoOther() throws Exception {
        CountDownLatch listening = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> never = new CompletableFuture<>();
            @SuppressWarnings("unused") // it ends with the test
            var unused = never.whenComplete((answer, error) -> {
                listening.countDown();
                await(end);
            });
            assertThat(calls.endWithin(Duration.ofMillis(1), never)).isSameAs(never);
        }
        await(listening); // in the thread of time-outs there would be one
        CompletableFuture<String> other = calls.endWithin(Duration.ofMillis(1), new CompletableFuture<>());
        assertThatThrownBy(() -> answer(other)).hasCauseInstanceOf(TimeoutException.class);
        CompletableFuture<String> inTime = calls.endWithin(LONG, new CompletableFuture<>());
        inTime.complete("in time");
        assertThat(answer(inTime)).isEqualTo("in time");
    }

    @Test
    void withoutAThreadToTellOnACallIsToldAllTheSame() throws Exception {
        OutboundCalls starved = new OutboundCalls(this::lookUp, refused(), refused());
        assertThat(answer(starved.sendTo(
                        "well.example", LONG, addresses -> CompletableFuture.completedFuture("told, and begun"))))
                .isEqualTo("told, and begun");
        CompletableFuture<String> late =
                starved.sendTo("127.0.0.1", Duration.ofMillis(1), addresses -> new CompletableFuture<>());
        assertThatThrownBy(() -> answer(late)).hasCauseInstanceOf(TimeoutException.class);
        CompletableFuture<String> others = starved.endWithin(Duration.ofMillis(1), new CompletableFuture<>());
        assertThatThrownBy(() -> answer(others)).hasCauseInstanceOf(TimeoutException.class);
    }

    private static Executor refused() {
        return task -> {
            throw new OutOfMemoryError("no thread, says the test");
        };
    }

    @Test
    void whoeverGivesUpEndsTheExchangeAndSoDoesTheTime() throws Exception {
        CompletableFuture<String> exchange = new CompletableFuture<>();
        calls.sendTo("127.0.0.1", LONG, addresses -> exchange).cancel(true);
        assertThat(exchange).isCancelled();
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture<String> call = calls.sendTo("127.0.0.1", Duration.ofMillis(1), addresses -> late);
        assertThatThrownBy(() -> answer(call)).hasCauseInstanceOf(TimeoutException.class);
        assertThat(late).isCancelled();
    }

    /** What is hung on a name that never answers would hold the body of every call that was ever tried. */
    @Test
    void aNameThatHangsKeepsNothingOfACallThatHasEnded() throws Exception {
        ask("hanging.example");
        byte[] body = new byte[1024];
        WeakReference<byte[]> kept = new WeakReference<>(body);
        CompletableFuture<String> call = callWith(body);
        assertThatThrownBy(() -> answer(call)).hasCauseInstanceOf(TimeoutException.class);
        body = null;
        long until = System.nanoTime() + LONG.toNanos();
        while (kept.get() != null && System.nanoTime() < until) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(kept.get()).isNull();
    }

    private CompletableFuture<String> callWith(byte[] body) {
        return calls.sendTo(
                "hanging.example",
                Duration.ofMillis(1),
                addresses -> CompletableFuture.completedFuture(String.valueOf(body.length)));
    }

    @Test
    void behindAProxyItsNameIsLookedUpAndOneThatTheClientDoesNotKnowChangesNothing() throws Exception {
        assertThat(lookedUpBehind(Proxy.Type.HTTP)).containsExactly("proxy.example");
        assertThat(lookedUpBehind(Proxy.Type.SOCKS)).containsExactly("far.example");
    }

    private static List<String> lookedUpBehind(Proxy.Type type) throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        OutboundCalls behind = new OutboundCalls(host -> {
            asked.add(host);
            throw new UnknownHostException(host);
        });
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new OneProxy(type, before));
        try {
            answer(behind.send(
                    URI.create("http://far.example/"), LONG, () -> CompletableFuture.completedFuture("the client's")));
        } finally {
            ProxySelector.setDefault(before);
        }
        return asked;
    }

    /** For one host: other tests may be under way. */
    private static final class OneProxy extends ProxySelector {
        private final Proxy proxy;
        private final ProxySelector others;

        OneProxy(Proxy.Type type, ProxySelector others) {
            this.proxy = new Proxy(type, InetSocketAddress.createUnresolved("proxy.example", 1080));
            this.others = others;
        }

        @Override
        public List<Proxy> select(URI uri) {
            return uri.getHost().equals("far.example") ? List.of(proxy) : others.select(uri);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException e) {
            others.connectFailed(uri, address, e);
        }
    }

    @Test
    void aNameForWhichThereWasNoThreadIsLookedUpTheNextTime() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        HostNames names = new HostNames(this::lookUp, task -> {
            if (refused.getAndIncrement() == 0) {
                throw new OutOfMemoryError("no thread, says the test");
            }
            task.run();
        });
        assertThatThrownBy(() -> names.addressesOf("well.example").get()).hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(names.addressesOf("well.example").get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasSize(1);
    }
}

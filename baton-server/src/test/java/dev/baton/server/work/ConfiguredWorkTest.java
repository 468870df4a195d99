package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.RetryPolicy;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.WorkConfig.HttpCall;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a start knows of the hosts that it is going to call. */
class ConfiguredWorkTest {

    private static final ReachableAddresses PUBLIC = new ReachableAddresses(List.of());

    private final Map<String, CompletableFuture<List<InetAddress>>> asked = new ConcurrentHashMap<>();

    private CompletableFuture<List<InetAddress>> ask(String host) {
        return asked.computeIfAbsent(host, name -> new CompletableFuture<>());
    }

    private void judge(String... hosts) {
        ConfiguredWork.refuseUnreachable(callsTo(hosts), PUBLIC, this::ask);
    }

    private static Map<String, HttpCall> callsTo(String... hosts) {
        Map<String, HttpCall> calls = new LinkedHashMap<>();
        for (String host : hosts) {
            calls.put("to-" + host, call(URI.create("http://" + host + ".example/")));
        }
        return calls;
    }

    /** Else each one that hangs would add its time to that of the start. */
    @Test
    void allNamesAreLookedUpTogether() throws Exception {
        Function<String, CompletableFuture<List<InetAddress>>> answersTheLast = host -> {
            CompletableFuture<List<InetAddress>> answer = ask(host);
            if (asked.size() == 3) {
                asked.values().forEach(one -> one.completeExceptionally(new TimeoutException()));
            }
            return answer;
        };
        CompletableFuture<Void> start = CompletableFuture.runAsync(
                () -> ConfiguredWork.refuseUnreachable(callsTo("one", "two", "three"), PUBLIC, answersTheLast));
        start.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(asked).hasSize(3);
    }

    @Test
    void oneThatHangsOrIsUnknownIsLeftToTheCallAndTheOthersAreJudged() throws Exception {
        ask("hanging.example").completeExceptionally(new TimeoutException());
        ask("unknown.example").completeExceptionally(new UnknownHostException("unknown.example"));
        ask("inside.example").complete(List.of(InetAddress.getByName("10.0.0.1")));

        judge("hanging", "unknown");
        assertThatThrownBy(() -> judge("hanging", "unknown", "inside"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("jobs.handlers.to-inside.url")
                .hasMessageContaining("10.0.0.1");
    }

    private static HttpCall call(URI url) {
        return new HttpCall(
                url,
                "POST",
                List.of(),
                Optional.empty(),
                null, // nothing is judged here but where it goes
                Duration.ofSeconds(1),
                Optional.empty(),
                RetryPolicy.DEFAULT);
    }
}

package dev.baton.server.work;

import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.SampleJob;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.WorkConfig;
import dev.baton.server.config.WorkConfig.HttpCall;
import dev.baton.server.store.Completions;
import dev.baton.server.store.RunLogs;
import dev.baton.support.OutboundCalls;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The handlers that the configuration names. */
public final class ConfiguredWork {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** For all names together: a system that does not answer for one holds up the start no longer. */
    private static final Duration LOOK_UP = Duration.ofSeconds(5);

    private ConfiguredWork() {}

    /** Registers them. */
    public static void register(WorkConfig work, JobsBuilder jobs, RunLogs logs, Completions completions) {
        if (!work.calls().isEmpty()) {
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .proxy(
                            HttpClient.Builder
                                    .NO_PROXY) // one would look names up itself, where nobody judges the answer
                    .connectTimeout(CONNECT)
                    .executor(OutboundCalls.shared().clientThreads())
                    .build();
            CallbackOffers callbacks = new CallbackOffers(completions, work.callbackUrl());
            ReachableAddresses reachable = new ReachableAddresses(work.privateNetworks());
            refuseUnreachable(work.calls(), reachable, ConfiguredWork::addressesOf);
            work.calls().forEach((name, call) -> {
                CheckedAddressCall.requirePinnable("jobs.handlers." + name + ".url", call.url());
                jobs.handler(name, new HttpJob(call, client, reachable, logs, callbacks), call.retries());
            });
        }
        work.commands()
                .forEach((name, command) -> jobs.handler(name, new CommandJob(command, logs), command.retries()));
    }

    private static CompletableFuture<List<InetAddress>> addressesOf(String host) {
        return OutboundCalls.shared().sendTo(host, LOOK_UP, CompletableFuture::completedFuture);
    }

    /**
     * What can be known now; a name that is unknown now may be known when it is called, and is judged then.
     *
     * @param lookup begins to look a host up, and ends by itself
     */
    static void refuseUnreachable(
            Map<String, HttpCall> calls,
            ReachableAddresses reachable,
            Function<String, CompletableFuture<List<InetAddress>>> lookup) {
        Map<String, CompletableFuture<List<InetAddress>>> known = new HashMap<>();
        calls.values().forEach(call -> known.computeIfAbsent(call.url().getHost(), lookup));
        calls.forEach((name, call) -> reachable
                .refusal(call.url(), addressesOrNone(known.get(call.url().getHost())))
                .ifPresent(why -> {
                    throw new ConfigException("jobs.handlers." + name + ".url: " + why);
                }));
    }

    private static List<InetAddress> addressesOrNone(CompletableFuture<List<InetAddress>> known) {
        return known.exceptionally(unknown -> List.of()).join();
    }

    /** What jobs may be handled by: here, or by other programs that the configuration names. */
    public static Set<String> names(WorkConfig work) {
        Set<String> names = new TreeSet<>(work.elsewhere());
        names.add(SampleJob.NAME);
        names.addAll(work.calls().keySet());
        names.addAll(work.commands().keySet());
        return names;
    }
}

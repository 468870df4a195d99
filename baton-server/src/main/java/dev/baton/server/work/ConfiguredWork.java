package dev.baton.server.work;

import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.SampleJob;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.WorkConfig;
import dev.baton.server.config.WorkConfig.HttpCall;
import dev.baton.server.store.Completions;
import dev.baton.server.store.RunLogs;
import dev.baton.support.OutboundCalls;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The handlers that the configuration names. */
public final class ConfiguredWork {

    private static final Duration CONNECT = Duration.ofSeconds(5);

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
            work.calls().forEach((name, call) -> {
                refuseUnreachable(name, call, reachable);
                JudgedAddress.requirePinnable("jobs.handlers." + name + ".url", call.url());
                jobs.handler(name, new HttpJob(call, client, reachable, logs, callbacks), call.retries());
            });
        }
        work.commands()
                .forEach((name, command) -> jobs.handler(name, new CommandJob(command, logs), command.retries()));
    }

    /** What can be known now; a name that is unknown now may be known when it is called. */
    private static void refuseUnreachable(String name, HttpCall call, ReachableAddresses reachable) {
        try {
            reachable.refusal(call.url()).ifPresent(why -> {
                throw new ConfigException("jobs.handlers." + name + ".url: " + why);
            });
        } catch (UnknownHostException e) {
            return;
        }
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

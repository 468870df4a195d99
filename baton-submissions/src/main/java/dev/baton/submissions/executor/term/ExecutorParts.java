package dev.baton.submissions.executor.term;

import dev.baton.Tracing;
import dev.baton.sql.Baton;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.ContractCodec;
import dev.baton.submissions.store.SubmissionSql;
import dev.baton.support.Stopwatch;
import java.net.http.HttpClient;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the executor is made of, for all terms.
 *
 * @param time the only local time: how long ago something was
 * @param settled told which intents have had an attempt recorded or have ended
 * @param secrets the secret of that name, if there is one
 * @param webhookClient made before the first term: the first one of a process takes its time
 */
public record ExecutorParts(
        Baton baton,
        Stopwatch time,
        SubmissionSql sql,
        ContractCodec codec,
        ExecutorSettings settings,
        OpenGateways gateways,
        SubmissionListener listener,
        Tracing tracing,
        Consumer<Collection<String>> settled,
        Function<String, Optional<String>> secrets,
        HttpClient webhookClient) {}

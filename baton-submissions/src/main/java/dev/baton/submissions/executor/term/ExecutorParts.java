package dev.baton.submissions.executor.term;

import dev.baton.Tracing;
import dev.baton.sql.Baton;
import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.ContractCodec;
import dev.baton.submissions.store.SubmissionSql;
import dev.baton.submissions.tls.TlsClients;
import dev.baton.support.Stopwatch;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * What the executor is made of, for all terms.
 *
 * @param time the only local time: how long ago something was
 * @param settled told which intents have had an attempt recorded or have ended
 * @param webhookClients made before the first term: the first one of a process takes its time
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
        Credentials credentials,
        TlsClients webhookClients) {}

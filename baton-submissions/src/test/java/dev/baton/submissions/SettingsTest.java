package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.gateway.FakeKind;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.gateway.HttpKind;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.store.ContractCodec;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What cannot work is refused, with a sentence. */
class SettingsTest {

    private static final GatewaySpec SMS = GatewaySpec.of("g", "sms", "http://localhost:1");

    private static void assertRefused(Runnable configuring, String... says) {
        assertThatThrownBy(configuring::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(says);
    }

    private static void resolve(GatewaySpec gateway, Target target) {
        Map<String, GatewayKind> kinds = new HashMap<>();
        HttpKind.all().forEach(kind -> kinds.put(kind.type(), kind));
        kinds.put("fake", new FakeKind());
        new Contracts(
                SubmissionSettings.of(List.of(gateway), List.of(target)),
                kinds,
                new ContractCodec(),
                new Credentials(
                        name -> name.equals("SECRET") ? Optional.of("s") : Optional.empty(), name -> Optional.empty()),
                false);
    }

    @Test
    void policiesHaveTheirOneBound() {
        Optional<Duration> long1 = Optional.of(Duration.ofMinutes(1));
        assertThat(Policy.of("t", "deadline", long1, OptionalInt.empty())).isInstanceOf(Policy.Deadline.class);
        assertRefused(() -> Policy.of("t", "deadline", Optional.empty(), OptionalInt.empty()), "max_acceptance");
        assertRefused(() -> Policy.of("t", "deadline", long1, OptionalInt.of(1)), "max_attempts", "does not use");
        assertRefused(() -> Policy.of("t", "max_attempts", Optional.empty(), OptionalInt.empty()), "max_attempts");
        assertRefused(() -> Policy.of("t", "max_attempts", long1, OptionalInt.of(1)), "max_acceptance");
        assertRefused(() -> Policy.of("t", "one_shot", long1, OptionalInt.empty()), "max_acceptance");
        assertRefused(() -> Policy.of("t", "one_shot", Optional.empty(), OptionalInt.of(1)), "max_attempts");
        assertRefused(() -> Policy.of("t", "for_ever", Optional.empty(), OptionalInt.empty()), "for_ever", "one of");
        assertRefused(() -> new Policy.MaxAttempts(0), "at least 1");
        assertRefused(() -> new Policy.Deadline(Duration.ZERO), "longer than zero");
    }

    @Test
    void reasonsAreKnownAndNamedOnce() {
        Target target = Target.of("t", "g", new Policy.OneShot());
        assertRefused(() -> target.terminal(List.of("a", "a")), "twice");
        assertRefused(() -> resolve(SMS, target.terminal(List.of("unregistered_token"))), "unregistered_token", "sms");
        resolve(SMS, target.terminal(List.of("invalid_recipient", "invalid_message")));
        resolve(GatewaySpec.of("g", "push", "http://h"), target.terminal(List.of("unregistered_token")));
        assertRefused(
                () -> resolve(GatewaySpec.of("g", "http", "http://h"), target.terminal(List.of("Not-A-Reason"))),
                "Not-A-Reason");
    }

    @Test
    void gatewaysMustExistAndMakeSense() {
        Target target = Target.of("t", "g", new Policy.OneShot());
        assertRefused(() -> resolve(GatewaySpec.of("h", "sms", "http://h"), target), "'g'", "not configured");
        assertRefused(() -> resolve(GatewaySpec.of("g", "fax", "http://h"), target), "fax", "one of");
        assertRefused(() -> resolve(GatewaySpec.of("g", "sms", "ftp://h"), target), "http or https");
        assertRefused(() -> resolve(GatewaySpec.of("g", "sms", "http://h h"), target), "no URL");
        assertRefused(() -> resolve(GatewaySpec.of("g", "fake", "").option("outcome", "maybe"), target), "maybe");
        assertRefused(() -> resolve(GatewaySpec.of("g", "fake", "").option("error_rate", "2"), target), "0 to 1");
        assertRefused(() -> resolve(GatewaySpec.of("g", "fake", "").option("delay", "soon"), target), "soon");
        resolve(GatewaySpec.of("g", "fake", "").option("delay", "500ms").option("outcome", "rejected:no"), target);
        assertRefused(() -> SubmissionSettings.of(List.of(SMS, SMS), List.of()), "twice");
        assertRefused(() -> SubmissionSettings.of(List.of(SMS), List.of(target, target)), "twice");
        assertRefused(
                () -> SubmissionSettings.of(List.of(SMS), List.of(target)).limits(Map.of("x", GatewayLimits.DEFAULT)),
                "'x'");
    }

    @Test
    void numbersHaveLimits() {
        SubmissionSettings settings = SubmissionSettings.of(List.of(), List.of());
        assertRefused(() -> settings.concurrency(0), "concurrency");
        assertRefused(() -> settings.refreshInterval(Duration.ZERO), "schedule_refresh_interval");
        assertRefused(() -> settings.retention(Duration.ZERO), "retention");
        assertRefused(() -> settings.maxPayload(0), "max_payload");
    }

    @Test
    void aWebhookNeedsItsSecret() {
        Target target = Target.of("t", "g", new Policy.OneShot());
        URI url = URI.create("https://example.org/hook");
        assertRefused(() -> resolve(SMS, target.webhook(Webhook.signed(url, "MISSING"))), "MISSING", "environment");
        resolve(SMS, target.webhook(Webhook.signed(url, "SECRET")));
        resolve(SMS, target.webhook(Webhook.unsigned(url)));
        assertRefused(() -> Webhook.unsigned(URI.create("file:///etc/passwd")), "http");
    }

    @Test
    void aContractSurvivesItsStorage() {
        ContractCodec codec = new ContractCodec();
        Target target = Target.of("t", "g", new Policy.Deadline(Duration.ofMinutes(3)))
                .terminal(List.of("invalid_recipient"))
                .retryDelay(RetryDelay.backoff(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                .webhook(Webhook.signed(URI.create("https://example.org/hook"), "SECRET"));
        Contract contract = Contract.of(target, SMS.option("a", "b"));
        assertThat(codec.read(codec.write(contract))).isEqualTo(contract);
    }

    @Test
    void backoffGrowsToItsCap() {
        RetryDelay delay = RetryDelay.backoff(Duration.ofSeconds(1), Duration.ofSeconds(6));
        assertThat(delay.after(1, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(delay.after(3, 0)).isEqualTo(Duration.ofSeconds(4));
        assertThat(delay.after(9, 0)).isEqualTo(Duration.ofSeconds(6));
        assertThat(delay.after(9, 1)).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void abortedAttemptsDoNotCount() {
        Contract contract = Contract.of(Target.of("t", "g", new Policy.OneShot()), SMS);
        assertThat(Verdict.of(contract, Outcome.aborted("x"), 0, 0).endsAs()).isEmpty();
        assertThat(Verdict.of(contract, Outcome.unknown("x"), 1, 0).reason()).isEqualTo("one_shot");
    }
}

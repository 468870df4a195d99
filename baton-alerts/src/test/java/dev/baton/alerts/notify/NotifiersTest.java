package dev.baton.alerts.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Against a real HTTP server. */
class NotifiersTest {

    private static final Notice FIRING = new Notice(
            "too_hot",
            Transition.FIRING,
            "critical",
            "max(heat) > 30",
            "40.0",
            Instant.parse("2026-01-01T00:00:00Z"),
            "#ops",
            "baton/too_hot/1");
    private static final Notice RESOLVED = new Notice(
            "too_hot",
            Transition.RESOLVED,
            "critical",
            "max(heat) > 30",
            null,
            Instant.parse("2026-01-01T00:01:00Z"),
            "",
            "baton/too_hot/1");

    private HttpServer server;
    private volatile int status = 200;
    private volatile JsonNode body;
    private volatile String key;
    private volatile String authorization;
    private final AtomicInteger calls = new AtomicInteger();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            body = HttpNotifier.JSON.readTree(
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            exchange.getResponseHeaders().add("Location", url() + "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void aWebhookGetsTheAlertWithItsKey() {
        Notifiers.open("w", "webhook", url() + "/hook", "s3cret")
                .sendNotice(FIRING)
                .join();
        assertThat(body.toString())
                .isEqualTo("{\"key\":\"baton/too_hot/1/firing\",\"alert\":\"too_hot\",\"state\":\"firing\","
                        + "\"severity\":\"critical\",\"condition\":\"max(heat) > 30\",\"value\":\"40.0\","
                        + "\"at\":\"2026-01-01T00:00:00Z\"}");
        assertThat(key).isEqualTo("baton/too_hot/1/firing");
        assertThat(authorization).isEqualTo("Bearer s3cret");
    }

    @Test
    void aKeyThatChangesCountsForTheNextNotice() {
        AtomicReference<String> now = new AtomicReference<>("first");
        Notifier webhook = Notifiers.open("w", "webhook", url() + "/hook", now::get);
        Notifier pagerDuty = Notifiers.open("p", "pagerduty", url(), now::get);
        webhook.sendNotice(FIRING).join();
        assertThat(authorization).isEqualTo("Bearer first");
        now.set("second");
        webhook.sendNotice(FIRING).join();
        assertThat(authorization).isEqualTo("Bearer second");
        pagerDuty.sendNotice(FIRING).join();
        assertThat(body.get("routing_key").asString()).isEqualTo("second");
        now.set("geheim-\u00df");
        assertThatThrownBy(() -> webhook.sendNotice(FIRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("geheim");
    }

    @Test
    void aWebhookProvesWhoSendsThisVeryBody() {
        Notifiers.webhook("w", url(), content -> Map.of("Authorization", "Sum " + content.length))
                .sendNotice(FIRING)
                .join();
        assertThat(authorization).isEqualTo("Sum " + body.toString().length());
    }

    @Test
    void slackGetsTextForAChannel() {
        Notifiers.open("s", "slack", url(), "").sendNotice(FIRING).join();
        assertThat(body.get("text").asString())
                .isEqualTo(":rotating_light: *CRITICAL* too_hot is firing: max(heat) &gt; 30, value 40.0");
        assertThat(body.get("channel").asString()).isEqualTo("#ops");
        Notifiers.open("s", "slack", "", url()).sendNotice(RESOLVED).join();
        assertThat(body.has("channel")).isFalse();
    }

    @Test
    void pagerDutyGetsATriggerAndItsResolveUnderOneKey() {
        Notifier pagerDuty = Notifiers.open("p", "pagerduty", url(), "routing");
        pagerDuty.sendNotice(FIRING).join();
        assertThat(body.get("routing_key").asString()).isEqualTo("routing");
        assertThat(body.get("event_action").asString()).isEqualTo("trigger");
        assertThat(body.get("payload").get("severity").asString()).isEqualTo("critical");
        String incident = body.get("dedup_key").asString();
        pagerDuty.sendNotice(RESOLVED).join();
        assertThat(body.get("event_action").asString()).isEqualTo("resolve");
        assertThat(body.get("dedup_key").asString()).isEqualTo(incident);
    }

    @Test
    void refusalsAndRedirectsAreFailuresAndNameNoAddress() {
        for (int refusal : new int[] {302, 400, 500}) {
            status = refusal;
            calls.set(0);
            assertThatThrownBy(() -> Notifiers.open("w", "webhook", url() + "/s3cret-path", "")
                            .sendNotice(FIRING)
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("status " + refusal)
                    .hasMessageNotContaining("s3cret");
            assertThat(calls.get()).isEqualTo(1);
        }
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> Notifiers.open("x", "pigeon", "", "")).hasMessageContaining("log, webhook, slack");
        assertThatThrownBy(() -> Notifiers.open("x", "pagerduty", "", "")).hasMessageContaining("key_file");
        assertThatThrownBy(() -> Notifiers.open("x", "webhook", "file:///etc/passwd", ""))
                .hasMessageContaining("http or https");
    }
}

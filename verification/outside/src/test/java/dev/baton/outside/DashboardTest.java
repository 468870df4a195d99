package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What an operator sees and does. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // one cluster for all; the last ones change it
class DashboardTest extends OnDashboard {

    private static final String ROLE = "submission-manager-executor";
    private static final String OLD = "date_trunc('hour', now()) - INTERVAL '2 days'";
    private static final int OLD_EVENTS = 150;

    @BeforeAll
    static void startNodes() throws Exception {
        start("n1", "n2", "n3");
        Fleet.until(() -> !fleet.leader(ROLE).isEmpty());
        twoDaysAgo();
    }

    /** A role that changed hands every minute, and what is left of runs and attempts. */
    private static void twoDaysAgo() throws Exception {
        fleet.execute("INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                + " SELECT 'billing', (n + 1) / 2, 'old' || (n + 1) / 2 % 2 || '-1-aa', 'old' || (n + 1) / 2 % 2,"
                + " CASE n % 2 WHEN 1 THEN 'acquired' ELSE 'released' END, 'as it was', "
                + OLD + " + n * INTERVAL '30 seconds' FROM generate_series(1, " + OLD_EVENTS + ") AS n");
        fleet.execute(
                "INSERT INTO baton_job_history VALUES ('report', CURRENT_DATE - 40, 'completed', 24, 4800, 900, 1,"
                        + " 'h'), ('report', CURRENT_DATE - 40, 'failed', 2, 60, 40, 1, 'h')");
        fleet.execute("INSERT INTO submission_history VALUES ('bank', CURRENT_DATE - 40, 'accepted', 31, 3100, 500)");
    }

    /** The node that the page shows for a role. */
    private String shownLeader(String role) {
        return browser.attribute("[data-role='" + role + "'] [data-leader]", "data-leader");
    }

    @Test
    @Order(1)
    void showsWhoLeadsWithoutAnythingFromAnotherHost() {
        browser.open("");
        browser.waitFor("h1", text -> text.startsWith("All "));
        assertThat(shownLeader(ROLE)).isEqualTo(fleet.leader(ROLE));
        assertThat(browser.all(".timeline .lane")).isGreaterThanOrEqualTo(3);
        assertThat(browser.hosts()).containsOnly("127.0.0.1");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(2)
    void findsAnIntentWithItsAttemptsAndWhoMadeThem() {
        String id = "order/" + UUID.randomUUID();
        fleet.post("n2", "/v1/intents?waitSeconds=10", "{\"intentId\":\"" + id + "\",\"submissionTarget\":\"sample\"}");
        browser.open("intents");
        browser.type("input[name=id]", id);
        browser.click("form.search button[type=submit]");
        browser.waitFor(".one-head h1", id::equals);
        browser.waitFor(".one-head .status", "accepted"::equals);
        String executor = browser.text("td[data-label='Executed by']");
        assertThat(executor).startsWith(fleet.leader(ROLE) + "-");
        assertThat(browser.text("td[data-label='Epoch']")).matches("\\d+");
        assertThat(browser.text("td[data-label='Message']"))
                .as("what the gateway calls it")
                .isEqualTo("fake");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(2)
    void findsIntentsByWhenTheyWereHandedIn() throws Exception {
        String id = "old/" + UUID.randomUUID();
        for (String one : List.of(id, "new/" + UUID.randomUUID())) {
            fleet.post("n1", "/v1/intents", "{\"intentId\":\"" + one + "\",\"submissionTarget\":\"sample\"}");
        }
        fleet.execute(
                "UPDATE submission_intents SET created_at = now() - INTERVAL '4 days' WHERE intent_id = '" + id + "'");
        browser.open("intents");
        browser.waitFor("h1", "Intents"::equals);
        browser.run(daysAgo("from", 6) + daysAgo("to", 2)); // whatever zone the browser is in
        browser.click("form.search button[type=submit]");
        browser.waitForAll("[data-key='section-Search'] td[data-label='Intent']", List.of(id));
        assertThat(browser.complaints()).isEmpty();
    }

    private static String daysAgo(String field, int days) {
        return "{ const field = document.querySelector('form.search input[name=" + field + "]');"
                + " field.value = new Date(Date.now() - " + days + " * 86400000).toISOString().slice(0, 19);"
                + " field.dispatchEvent(new Event('input')); }";
    }

    @Test
    @Order(2)
    void drawsASpanOfTwoDaysAgoAndReadsItPageByPage() {
        Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofDays(2));
        browser.open("leadership/" + hour.minusSeconds(3_600) + "/" + hour.plusSeconds(2 * 3_600));
        browser.waitFor("h1", "Leadership in the past"::equals);
        String entries = "[data-key='section-Election events'] tbody tr";
        Fleet.until(() -> browser.all(entries) == 100);
        assertThat(browser.all(".timeline .lane")).isEqualTo(2);
        assertThat(browser.texts("[data-key='section-Passages'] td[data-label='To']"))
                .contains("old0", "old1");
        browser.click("[data-key='section-Election events'] button");
        Fleet.until(() -> browser.all(entries) == OLD_EVENTS);
        assertThat(browser.all("[data-key='section-Election events'] button"))
                .as("there are none before")
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(2)
    void showsWhatIsLeftOfOldRunsAndAttempts() {
        browser.open("jobs");
        String runs = "[data-key='section-Older runs'] td";
        browser.waitFor(runs + "[data-label='Job']", "report"::equals);
        assertThat(browser.texts(runs + "[data-label='Outcome']")).containsExactly("completed", "failed");
        assertThat(browser.texts(runs + "[data-label='Runs']")).containsExactly("24", "2");
        assertThat(browser.texts(runs + "[data-label='On average']")).containsExactly("200 ms", "30 ms");
        browser.open("intents");
        browser.waitFor("[data-key='section-Older attempts'] td[data-label='Attempts']", "31"::equals);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(3)
    void redrivesADeadLetter() {
        String job = fleet.post("n1", "/v1/jobs", "{\"job\":\"sample\",\"payload\":{\"delayMillis\":\"never\"}}")
                .get("id")
                .asString();
        Fleet.until(() -> runs(job) == 1);
        browser.open("jobs");
        browser.click("[data-job='" + job + "'] [data-action=redrive]");
        browser.waitFor("#dialog-title", "Redrive sample?"::equals);
        browser.click("#dialog button[value=go]");
        browser.waitFor(".toast", text -> text.contains("tried again"));
        Fleet.until(() -> runs(job) == 2);
        assertThat(browser.complaints()).isEmpty();
    }

    private static int runs(String job) {
        return fleet.json("n1", "/v1/jobs/" + job).get("runs").size();
    }

    @Test
    @Order(3)
    void showsTheRulesAndThatTheyAreJudgedOnWhatNodesCount() {
        browser.open("alerts");
        browser.waitFor("h1", "No alert is firing"::equals);
        browser.waitFor(".alert", text -> text.contains("no_scheduler_leader") && text.contains("value 1,"));
        assertThat(browser.all(".alert")).isEqualTo(6);
        assertThat(browser.complaints()).isEmpty();
    }

    /** Every page, in light and dark, for eyes, keyboards and screen readers; and on a phone nothing sticks out. */
    @Test
    @Order(3)
    void everyPageIsAccessible() {
        fleet.post("n1", "/v1/intents?waitSeconds=10", "{\"intentId\":\"axe\",\"submissionTarget\":\"sample\"}");
        String job = fleet.post("n1", "/v1/jobs", "{\"job\":\"sample\",\"payload\":{\"delayMillis\":1}}")
                .get("id")
                .asString();
        Instant now = Instant.now();
        String lastHour = "leadership/" + now.minusSeconds(3_600) + "/" + now;
        for (String page : List.of(
                "", "leadership", lastHour, "shards", "intents", "intents/axe", "jobs", "jobs/" + job, "alerts")) {
            for (String scheme : List.of("light", "dark")) {
                browser.colours(scheme);
                browser.width(1280);
                browser.open(page);
                browser.waitFor("#main h1", text -> !text.isEmpty());
                assertThat(browser.barriers()).as(page + " " + scheme).isEmpty();
                browser.width(390);
                assertThat(browser.run("return document.documentElement.scrollWidth"))
                        .as(page + " on a phone")
                        .isEqualTo("390");
                assertThat(browser.barriers())
                        .as(page + " " + scheme + ", phone")
                        .isEmpty();
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(4)
    void pausesAndResumesAQueue() {
        browser.open("jobs");
        browser.click("[data-queue='default'] [data-action=pause]");
        browser.click("#dialog button[value=go]");
        browser.waitFor(".toast", text -> text.contains("is paused"));
        Fleet.until(() -> fleet.json("n2", "/v1/queues").toString().contains("\"paused\":true"));
        browser.click("[data-queue='default'] [data-action=resume]");
        browser.click("#dialog button[value=go]");
        Fleet.until(() -> !fleet.json("n2", "/v1/queues").toString().contains("\"paused\":true"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(4)
    void drainsALeader() {
        String role = "log-compactor";
        browser.open("leadership");
        browser.waitFor("[data-role='" + role + "'] [data-leader]", text -> !text.isEmpty());
        String before = shownLeader(role);
        browser.click("[data-role='" + role + "'] [data-action=drain]");
        browser.click("#dialog button[value=go]");
        browser.waitFor("[data-role='" + role + "'] [data-leader]", text -> !text.equals(before));
        Fleet.until(() -> !fleet.leader(role).equals(before));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(5)
    void showsAndHealsALostConnectionAndWatchesAFailOver() throws Exception {
        String watched = fleet.names().stream()
                .filter(node -> !node.equals(fleet.leader(ROLE)))
                .findFirst()
                .orElseThrow();
        String leader = fleet.leader(ROLE);
        browser.close();
        browser = new Browser(fleet.url(watched));
        browser.open("");
        browser.waitFor("[data-role='" + ROLE + "'] [data-leader]", leader::equals);
        fleet.kill(leader);
        browser.waitFor(
                "[data-role='" + ROLE + "'] [data-leader]",
                text -> !text.equals(leader) && fleet.names().contains(text));
        browser.open("leadership");
        browser.waitFor("tr.crashed", text -> text.contains(ROLE) && text.contains(leader));
        browser.click("tr.crashed a"); // leads to the span in which it happened, to be drawn and sent to others
        browser.waitFor("h1", "Leadership in the past"::equals);
        browser.waitFor("tr.crashed", text -> text.contains(ROLE) && text.contains(leader));
        assertThat(browser.all(".timeline .death")).isPositive();
        assertThat(browser.all(".timeline .lane")).isGreaterThanOrEqualTo(2);
        browser.open("leadership");
        browser.waitFor("h1", "Leadership"::equals);
        assertThat(browser.complaints()).isEmpty();
        int port = fleet.port(watched);
        fleet.kill(watched);
        browser.waitFor("#link", text -> text.startsWith("Connection lost"));
        assertThat(List.of(browser.attribute("body", "class"))).anyMatch(classes -> classes.contains("stale"));
        fleet.restart(watched, port);
        browser.waitFor("#link", "Live"::equals);
        assertThat(browser.attribute("body", "class")).doesNotContain("stale");
        browser.waitFor(
                "[data-role='" + ROLE + "'] [data-leader]",
                text -> text.equals(fleet.leader(ROLE))); // and it is fed again
    }
}

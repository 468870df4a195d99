package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What operators do to jobs on the dashboard. */
class JobPagesTest extends OnDashboard {

    private static final String SEARCH = "[data-key='section-Search'] ";

    @BeforeAll
    static void startNode() throws Exception {
        configureAndStart("""
                [jobs]
                elsewhere = ["tidy-up"]
                heartbeat = "1s" # progress goes with it
                [jobs.handlers.steps]
                type = "command"
                command = ["sh", "-c", "echo 2/5 done; sleep 600"]
                """, "n1");
    }

    private static String enqueue(String payload) {
        return fleet.post("n1", "/v1/jobs", "{\"job\":\"sample\",\"payload\":" + payload + "}")
                .get("id")
                .asString();
    }

    private void confirm() {
        browser.click("#dialog button[value=go]");
    }

    @Test
    void aRecurringJobIsMadeChangedAndRemoved() {
        browser.open("jobs");
        browser.waitFor("h1", "Jobs"::equals);
        browser.click("[data-action='make it']");
        browser.type("#dialog input[name=job]", "tidy");
        browser.type("#dialog select[name=handler]", "sample");
        browser.type("#dialog input[name=when]", "0 3 * * *");
        confirm();
        browser.waitFor("[data-key='section-Recurring'] td[data-label='Job']", "tidy"::equals);
        String id = fleet.json("n1", "/v1/jobs?job=tidy")
                .path("items")
                .path(0)
                .path("id")
                .asString();
        browser.click("a[href='#/jobs/" + id + "']");
        browser.waitFor(".facts dd", "0 3 * * * (UTC)"::equals);
        browser.click("#main [data-action=reschedule]");
        browser.retype("#dialog input[name=cron]", "30 4 * * *");
        confirm();
        browser.waitFor(".facts dd", "30 4 * * * (UTC)"::equals);
        browser.click("#main [data-action=change]");
        browser.waitFor("#dialog-title", "Change what tidy runs?"::equals);
        assertThat(browser.run("return document.querySelector('#dialog select[name=handler]').value"))
                .isEqualTo("sample");
        browser.type("#dialog select[name=handler]", "tidy-up");
        browser.retype("#dialog input[name=payload]", "{\"delayMillis\":7}");
        assertThat(browser.barriers()).isEmpty();
        confirm();
        browser.waitFor(".facts dd", "tidy-up"::equals);
        browser.waitFor(".facts dd", "{\"delayMillis\":7}"::equals);
        browser.waitFor(".facts dd", "30 4 * * * (UTC)"::equals); // its schedule is as it was
        assertThat(browser.complaints()).isEmpty();
        browser.click("#main [data-action=remove]");
        confirm();
        browser.waitFor(".problem", text -> text.startsWith("There is no such job"));
        assertThat(fleet.json("n1", "/v1/jobs?job=tidy").path("items").size()).isZero();
    }

    @Test
    void aRunningJobShowsHowFarItIsAndIsCancelledOnItsPage() {
        String job =
                fleet.post("n1", "/v1/jobs", "{\"job\":\"steps\"}").get("id").asString();
        browser.open("jobs/" + job);
        browser.waitFor(".one-head .status", "running"::equals);
        browser.waitFor(".facts .progress", "2/5 done"::equals);
        assertThat(browser.attribute(".facts .progress progress", "max")).isEqualTo("1");
        browser.waitFor("#run-log", text -> text.contains("2/5 done"));
        browser.click("#main [data-action='cancel it']");
        confirm();
        browser.waitFor(".one-head .status", "cancelled"::equals);
        browser.waitForAll("td[data-label='Outcome']", List.of("cancelled"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void allDeadLettersAreRedrivenOnceTheirNumberWasSeen() {
        List<String> dead = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            dead.add(enqueue("{\"delayMillis\":\"never\"}"));
        }
        Fleet.until(() -> dead.stream().allMatch(job -> runs(job) == 1));
        browser.open("jobs");
        browser.click("[data-action=redrive-all]");
        browser.waitFor("#dialog-title", "Redrive 3 dead letters?"::equals);
        assertThat(dead).allMatch(job -> runs(job) == 1, "nothing before it is confirmed");
        confirm();
        Fleet.until(() -> dead.stream().allMatch(job -> runs(job) == 2));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatAFilterShowsIsCancelledAndRetriedTogetherOnceItsNumberWasSeen() {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            found.add(enqueueLater("tidy-up"));
        }
        String other = enqueueLater("sample");
        browser.open("jobs");
        browser.type(SEARCH + "input[name=job]", "tidy-up");
        browser.click(SEARCH + "button[type=submit]");
        browser.waitForAll(SEARCH + "td[data-label='Job']", List.of("tidy-up", "tidy-up", "tidy-up"));
        assertThat(browser.barriers()).isEmpty();
        browser.type(SEARCH + "input[name=job]", " and what was typed but not looked for");
        browser.click(SEARCH + "[data-action=cancel-all]");
        browser.waitFor("#dialog-title", "Cancel 3 jobs?"::equals);
        assertThat(found)
                .as("before it is confirmed")
                .allMatch(job -> status(job).equals("scheduled"));
        confirm();
        browser.waitForAll(SEARCH + "td[data-label='Status']", List.of("cancelled", "cancelled", "cancelled"));
        assertThat(found).allMatch(job -> status(job).equals("cancelled"));
        assertThat(status(other)).isEqualTo("scheduled");

        String allOfIt = Keys.chord(Keys.HOME, Keys.SHIFT, Keys.END); // an emptied field is filled again when drawn
        browser.type(SEARCH + "input[name=job]", allOfIt + "tidy-up");
        browser.type(SEARCH + "select[name=status]", "cancelled");
        browser.waitForAll(SEARCH + ".bulk button", List.of("Retry all")); // nothing else can be done to cancelled ones
        browser.click(SEARCH + "[data-action=retry-all]");
        browser.waitFor("#dialog-title", "Retry 3 jobs?"::equals);
        confirm();
        Fleet.until(() -> found.stream().allMatch(job -> status(job).equals("scheduled")));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aSearchByQueueFindsAndActsOnWhatIsThereAlone() {
        String slow = enqueueLater("sample", "slow");
        String other = enqueueLater("sample", "quick");
        browser.open("jobs");
        browser.type(SEARCH + "input[name=queue]", "slow");
        browser.click(SEARCH + "button[type=submit]");
        browser.waitForAll(SEARCH + "td[data-label='Id']", List.of(slow));
        browser.click(SEARCH + "[data-action=cancel-all]");
        browser.waitFor("#dialog-title", "Cancel 1 job?"::equals);
        confirm();
        browser.waitForAll(SEARCH + "td[data-label='Status']", List.of("cancelled"));
        assertThat(status(other)).isEqualTo("scheduled");
        assertThat(browser.complaints()).isEmpty();
    }

    private static String enqueueLater(String job) {
        return enqueueLater(job, "default");
    }

    private static String enqueueLater(String job, String queue) {
        return fleet.post(
                        "n1",
                        "/v1/jobs",
                        "{\"job\":\"" + job + "\",\"queue\":\"" + queue + "\",\"runAt\":\"2099-01-01T00:00:00Z\"}")
                .get("id")
                .asString();
    }

    private static String status(String job) {
        return fleet.json("n1", "/v1/jobs/" + job).path("job").path("status").asString();
    }

    private static int runs(String job) {
        return fleet.json("n1", "/v1/jobs/" + job).get("runs").size();
    }
}

package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the README, of three real nodes after some work and some kills, into {@code target/pictures}: {@code mvn
 * -Pheavy -pl verification/outside -am test -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("heavy")
class PicturesTest {

    private static final String EXECUTOR = "submission-manager-executor";
    private static final int SHARE = 60;

    @TempDir
    private Path folder;

    private final Path pictures = Path.of("target/pictures");
    private final AtomicInteger handedIn = new AtomicInteger();
    private Fleet fleet;
    private Browser browser;

    /** Hands in intents and jobs, some of which take a while, some of which nobody can run. */
    private void work(int share) {
        for (int i = 0; i < share; i++) {
            int number = handedIn.incrementAndGet();
            String node = fleet.names().get(number % fleet.names().size());
            fleet.post(
                    node,
                    "/v1/intents?waitSeconds=1",
                    "{\"intentId\":\"order-" + (1000 + number) + "\",\"submissionTarget\":\"sample\"}");
            if (number % 4 == 0) {
                job(node, number % 12 == 0 ? "reports" : "default", "{\"delayMillis\":" + (number % 7) * 100 + "}");
            }
        }
    }

    private void job(String node, String queue, String payload) {
        fleet.post(node, "/v1/jobs", "{\"job\":\"sample\",\"queue\":\"" + queue + "\",\"payload\":" + payload + "}");
    }

    private void crash(String role) throws Exception {
        String leader = fleet.leader(role);
        int port = fleet.port(leader);
        fleet.kill(leader);
        Fleet.until(() -> !fleet.leader(role).equals(leader));
        work(SHARE / 4);
        fleet.restart(leader, port);
    }

    private void picture(String name, String page, String scheme, int height) throws Exception {
        browser.colours(scheme);
        browser.open(page);
        browser.waitFor("#main h1", text -> !text.isEmpty());
        if (page.isEmpty()) {
            browser.click(".segments button"); // the shortest: all of it has happened just now
            browser.waitFor(".segments button[aria-pressed='true']", "2 min"::equals);
        }
        Files.write(pictures.resolve(name + ".png"), browser.picture(1200, height));
    }

    @Test
    void takesThePicturesOfTheReadme() throws Exception {
        Browser.requireInstalled();
        Files.createDirectories(pictures);
        try (Fleet three = new Fleet(folder).start("n1", "n2", "n3")) {
            fleet = three;
            Fleet.until(() -> !fleet.leader(EXECUTOR).isEmpty());
            work(SHARE);
            crash(EXECUTOR);
            work(SHARE);
            String scheduler = fleet.leader("scheduler");
            fleet.post(scheduler, "/v1/leaders/scheduler/drain", "{}");
            Fleet.until(() -> !fleet.leader("scheduler").equals(scheduler));
            work(SHARE);
            fleet.post(scheduler, "/v1/leaders/scheduler/undrain", "{\"node\":\"" + scheduler + "\"}");
            crash("metrics-aggregator");
            work(SHARE);
            job("n1", "default", "{\"delayMillis\":\"soon\"}");
            job("n1", "default", "[1,2]");
            fleet.post("n1", "/v1/queues/reports/pause", "{}");
            work(SHARE);
            job("n2", "default", "{\"delayMillis\":600000}");
            Fleet.until(() -> fleet.json("n1", "/v1/dead-letters").path("items").size() == 2);
            takeThem();
        }
        assertThat(pictures.toFile().list()).hasSize(7);
    }

    private void takeThem() throws Exception {
        try (Browser opened = new Browser(fleet.url("n1"))) {
            browser = opened;
            browser.open("jobs");
            browser.waitFor("[data-queue='reports']", "Resume"::equals);
            browser.waitFor("h1", "Jobs"::equals);
            picture("overview", "", "light", 1060);
            picture("overview-dark", "", "dark", 1060);
            picture("leadership", "leadership", "light", 900);
            picture("intents", "intents", "light", 900);
            picture("intent", "intents/order-" + (1000 + handedIn.get()), "light", 560);
            picture("jobs-dark", "jobs", "dark", 960);
            picture("alerts", "alerts", "light", 640);
            assertThat(browser.complaints()).isEmpty();
        }
    }
}

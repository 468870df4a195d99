package dev.baton.outside;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real Chromium, anew for each test, on real nodes that a subclass starts: one class at a time. */
abstract class OnDashboard {

    @TempDir
    private static Path folder;

    static Fleet fleet;
    Browser browser;

    /** The browser looks at the node that is called n1. */
    static void start(String... nodes) throws Exception {
        configureAndStart("", nodes);
    }

    /** @param more of the configuration */
    static void configureAndStart(String more, String... nodes) throws Exception {
        Browser.requireInstalled();
        fleet = new Fleet(folder, more).start(nodes);
    }

    @AfterAll
    static void stopNodes() {
        if (fleet != null) {
            fleet.close();
            fleet = null;
        }
    }

    @BeforeEach
    void openBrowser() {
        browser = new Browser(fleet.url("n1"));
    }

    @AfterEach
    void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }
}

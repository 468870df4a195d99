package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the dashboard says of roles that nobody was elected for. */
class TruthfulPagesTest {

    private static final String ROW = "[data-role='scheduler'] ";

    @TempDir
    private Path folder;

    @Test
    void whoLeadsByItsConfigurationIsShownWithoutATerm() throws Exception {
        Browser.requireInstalled();
        try (Fleet fleet = new Fleet(folder, "[election]\nenabled = false\ndisabled_mode = 'always-leader'\n")
                        .start("n1");
                Browser browser = new Browser(fleet.url("n1"))) {
            browser.open("leadership");
            browser.waitFor(ROW + ".role-main .small", "election disabled"::equals);
            assertThat(browser.text(ROW + "[data-leader]")).isEqualTo("n1");
            assertThat(browser.all(ROW + "[data-action]")).as("acts on a term").isZero();
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void aRoleThatNobodyEverLedIsNamed() throws Exception {
        Browser.requireInstalled();
        try (Fleet fleet = new Fleet(folder, "[election]\nenabled = false\ndisabled_mode = 'follower'\n").start("n1");
                Browser browser = new Browser(fleet.url("n1"))) {
            browser.open("leadership");
            browser.waitFor(ROW + ".role-main .small", text -> text.startsWith("never led"));
            assertThat(browser.text(ROW + ".role-who")).isEqualTo("nobody");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}

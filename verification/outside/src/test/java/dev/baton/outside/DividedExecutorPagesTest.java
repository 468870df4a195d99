package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator sees of a submission executor that the nodes themselves have divided. */
class DividedExecutorPagesTest extends OnDashboard {

    private static final String EXECUTOR = "submission-manager-executor";
    private static final String CARD = "[data-divided='" + EXECUTOR + "'] ";

    @BeforeAll
    static void startNodes() throws Exception {
        configureAndStart("[submissions]\nshards = 8\n", "n1", "n2");
    }

    @Test
    void isOneCardThatNamesWhoHasTheRest() {
        browser.open("");
        browser.waitFor(CARD + ".holder", "8 shards"::equals);
        browser.waitFor(CARD + "[data-leader]", List.of("n1", "n2")::contains);
        browser.waitFor("#main h1", text -> text.startsWith("All 4 roles are led"));
        assertThat(browser.texts("[data-role]")).noneMatch(text -> text.contains(EXECUTOR));
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void otherPagesHaveTheRoleAndTheShardsApart() {
        browser.open("leadership");
        browser.waitFor("[data-role='" + EXECUTOR + "'] .role-main", text -> text.contains("8 shards"));
        browser.open("shards");
        for (String node : List.of("n1", "n2")) {
            browser.waitFor("[data-group='" + EXECUTOR + "'] [data-node='" + node + "'] [data-leads]", "4"::equals);
        }
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }
}

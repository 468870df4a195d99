package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What an operator sees of a role that other programs have divided among them, and does to it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // one group for all; each goes on from the one before
class ShardPagesTest extends OnDashboard {

    private static final String GROUP = "[data-group=orders] ";

    /** Says how much it has done: for shard 0 twenty times as much as for each of the others. */
    private static final String WORK =
            "while :; do n=$((n + 1 + 19 * (BATON_SHARD == 0)));" + " echo $n >\"$BATON_WORK_FILE\"; sleep 0.5; done";

    private static final List<Process> PROGRAMS = new ArrayList<>();

    @BeforeAll
    static void startNode() throws Exception {
        start("n1");
    }

    @AfterAll
    static void stopPrograms() throws InterruptedException {
        PROGRAMS.forEach(Process::destroy);
        for (Process program : PROGRAMS) {
            if (!program.waitFor(30, TimeUnit.SECONDS)) {
                program.destroyForcibly();
            }
        }
        PROGRAMS.clear();
    }

    private static void program(String node) throws IOException {
        PROGRAMS.add(fleet.program(
                node,
                "run",
                "--db",
                fleet.database(),
                "--node",
                node,
                "--strategy",
                "lease",
                "--role",
                "orders",
                "--shards",
                "8",
                "--",
                "sh",
                "-c",
                WORK));
    }

    /** Until the page says that a node leads as many as that. */
    private void untilLeads(String node, int shards) {
        browser.waitFor(lane(node) + "[data-leads]", Integer.toString(shards)::equals);
    }

    private static String lane(String node) {
        return GROUP + "[data-node='" + node + "'] ";
    }

    private void confirm() {
        browser.click("#dialog button[value=go]");
    }

    @Test
    @Order(1)
    void saysHowToBeginWhileNothingIsDivided() {
        browser.open("shards");
        browser.waitFor("#main h1", "No role is divided into shards yet."::equals);
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(2)
    void showsWhichNodeLeadsWhichShardsAsTheyAreShared() throws Exception {
        program("a");
        browser.open("shards");
        untilLeads("a", 8);
        program("b");
        untilLeads("a", 4);
        untilLeads("b", 4);
        browser.waitFor("#main h1", "All shards are led."::equals);
        browser.waitFor(GROUP + ".status", "all led"::equals);
        assertThat(browser.all(GROUP + ".cells span")).isEqualTo(8);
        assertThat(browser.all("[data-key='section-Moves'] tbody tr")).isGreaterThanOrEqualTo(4);
        for (String scheme : List.of("light", "dark")) {
            browser.colours(scheme);
            browser.width(1280);
            assertThat(browser.barriers()).as(scheme).isEmpty();
            browser.width(390);
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo("390");
            assertThat(browser.barriers()).as(scheme + ", phone").isEmpty();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(3)
    void isOneRoleAmongOthersOnOtherPages() {
        browser.open("");
        browser.waitFor("[data-divided=orders] .holder", "8 shards"::equals);
        browser.waitFor("#main h1", text -> text.startsWith("All "));
        assertThat(browser.texts("[data-role]")).noneMatch(text -> text.contains("orders."));
        browser.open("leadership");
        browser.waitFor("#main h1", "Leadership"::equals);
        assertThat(browser.text("#main")).contains("scheduler").doesNotContain("orders.");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(4)
    void showsWhichShardAndWhichNodeHasTheMostWork() {
        browser.open("shards");
        browser.waitFor(
                GROUP + "[data-skew]",
                text -> text.contains("The busiest node has 1.") && text.contains("times its part, shard 0 "));
        String busy = browser.all(lane("a") + ".cells [data-shard='0']") == 1 ? "a" : "b";
        assertThat(work(busy)).isGreaterThan(2 * work(busy.equals("a") ? "b" : "a"));
        assertThat(browser.attribute(GROUP + ".cells .work-4", "data-shard")).isEqualTo("0");
        assertThat(browser.attribute(GROUP + ".cells .work-4", "title")).contains("pieces of work in the last minute");
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    private int work(String node) {
        return Integer.parseInt(browser.attribute(lane(node) + "[data-work]", "data-work"));
    }

    @Test
    @Order(5)
    void movesAShardToTheNodeThatIsNamed() {
        browser.open("shards");
        untilLeads("b", 4);
        String shard = browser.attribute(lane("a") + ".cells span", "data-shard");
        browser.click(GROUP + "[data-action=move]");
        browser.type("#dialog input[name=shard]", "12");
        browser.type("#dialog select[name=node]", "b");
        confirm();
        browser.waitFor("#dialog .problem", text -> text.contains("from 0 to 7"));
        browser.retype("#dialog input[name=shard]", shard);
        confirm();
        browser.waitFor(lane("b") + ".cells span", shard::equals);
        untilLeads("a", 4);
        untilLeads("b", 4);
        browser.waitFor("[data-key='section-Moves'] td[data-label='Shard']", ("orders." + shard)::equals);
        assertThat(browser.texts(lane("b") + ".cells span")).contains(shard);
    }

    @Test
    @Order(6)
    void drainsANodeOnceTheNumberOfItsShardsWasSeen() {
        browser.open("shards");
        untilLeads("a", 4);
        browser.click(lane("a") + "[data-action=drain]");
        browser.waitFor("#dialog-title", "Drain a of 4 shards?"::equals);
        confirm();
        untilLeads("b", 8);
        browser.waitFor(lane("a") + ".status", "draining"::equals);
        browser.click(lane("a") + "[data-action=undrain]");
        confirm();
        untilLeads("a", 4);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(7)
    void dividesARoleAnew() {
        browser.open("shards");
        untilLeads("a", 4);
        browser.click(GROUP + "[data-action=resize]");
        browser.retype("#dialog input[name=shards]", "6");
        confirm();
        untilLeads("a", 3);
        untilLeads("b", 3);
        browser.waitFor(GROUP + ".note", text -> text.startsWith("6 shards, layout 2,"));
        assertThat(browser.complaints()).isEmpty();
    }
}

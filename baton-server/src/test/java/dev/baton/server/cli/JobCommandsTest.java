package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Jobs by the commands of an operator, as each of them speaks to a node. */
class JobCommandsTest {

    private TestNode node;
    private NodeCommands operator;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode("[jobs]\nelsewhere = ['report']\n");
        operator = new NodeCommands(node);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    @Test
    void aRecurringJobIsMadeChangedAndRemoved() throws Exception {
        JsonNode made = operator.run(
                        "jobs",
                        "define",
                        "tidy",
                        "--handler",
                        "report",
                        "--cron",
                        "0 3 * * *",
                        "--payload",
                        "{\"a\": 1}",
                        "--queue",
                        "slow")
                .json();
        String id = made.path("id").asString();
        assertThat(operator.run("jobs", "define", "tidy", "--handler", "report", "--interval", "1h")
                        .err())
                .contains("say replace to change all of it");

        assertThat(operator.run("jobs", "reschedule", id, "--cron", "30 4 * * *")
                        .json()
                        .path("cron")
                        .asString())
                .isEqualTo("30 4 * * *");
        JsonNode changed = operator.run("jobs", "change", id, "--handler", "sample", "--payload", "[2]")
                .json();
        assertThat(changed.path("handler").asString()).isEqualTo("sample");
        assertThat(changed.path("payload")).hasToString("[2]");
        assertThat(changed.path("cron").asString()).isEqualTo("30 4 * * *");
        assertThat(changed.path("queue").asString()).isEqualTo("slow");
        assertThat(operator.run("jobs", "change", id, "--handler", "sh").err()).contains("nobody handles 'sh'");
        assertThat(operator.run("jobs", "change", id, "--payload", "{").err()).contains("--payload is no JSON");

        operator.run("jobs", "remove", id).json();
        assertThat(node.get("/v1/jobs?job=tidy").json().path("items").size()).isZero();
    }

    @Test
    void jobsAreListedByQueue() throws Exception {
        for (String queue : List.of("slow", "quick")) {
            node.post(
                    "/v1/jobs",
                    "{\"job\": \"report\", \"runAt\": \"2099-01-01T00:00:00Z\", \"queue\": \"" + queue + "\"}");
        }
        JsonNode listed = operator.run("jobs", "list", "--queue", "slow").json();
        assertThat(listed.findValuesAsString("queue")).containsExactly("slow");
    }
}

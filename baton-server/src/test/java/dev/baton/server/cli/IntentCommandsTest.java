package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Intents by the commands of an operator. */
class IntentCommandsTest {

    private static final String URL = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @Test
    void areFoundByWhenTheyWereHandedIn() throws Exception {
        try (TestNode node = new TestNode("", URL);
                Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            for (int day = 1; day <= 3; day++) {
                String id = "of-day-" + day;
                node.post(
                        "/v1/intents?waitSeconds=30",
                        "{\"intentId\": \"" + id + "\", \"submissionTarget\": \"sample\"}");
                statement.execute("UPDATE submission_intents SET created_at = TIMESTAMP WITH TIME ZONE '2026-01-0" + day
                        + " 12:00:00Z' WHERE intent_id = '" + id + "'");
            }
            NodeCommands operator = new NodeCommands(node);

            assertThat(operator.run("intents", "list", "--from", "2026-01-02T12:00:00Z", "--to", "2026-01-03T12:00:00Z")
                            .json()
                            .findValuesAsString("intentId"))
                    .as("then or later, and before then")
                    .containsExactly("of-day-2");
            assertThat(operator.run("intents", "list", "--from", "2026-01-02T12:00:00Z")
                            .json()
                            .findValuesAsString("intentId"))
                    .containsExactly("of-day-3", "of-day-2");
            assertThat(operator.run("intents", "list", "--from", "yesterday").err())
                    .contains("yesterday");
        }
    }
}

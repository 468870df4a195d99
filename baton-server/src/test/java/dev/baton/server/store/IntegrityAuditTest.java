package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.store.IntegrityAudit.Executor;
import dev.baton.server.store.IntegrityAudit.Finding;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.store.SubmissionSchema;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The role that executes may have another name, and may get one: what is judged are its own terms. */
class IntegrityAuditTest implements OnEveryDatabase {

    private static final String HOLDERS = "an attempt's epoch belonged to its holder";
    private static final String EPOCHS = "the epochs of an intent's attempts never go back";
    private static final String NAMED = "election.lease_name = 'mine'\n";
    private static final Executor RENAMED = new Executor("mine", SubmissionManager.ROLE);

    private static void execute(TestDatabase database, String settings, String intent) throws Exception {
        try (TestNode node = new TestNode(settings, database.url())) {
            String body = "{\"intentId\": \"" + intent + "\", \"submissionTarget\": \"sample\", \"payload\": {}}";
            assertThat(node.post("/v1/intents?waitSeconds=30", body).status()).isEqualTo(200);
        }
    }

    private static List<String> broken(TestDatabase database, Executor executor) throws SQLException {
        return IntegrityAudit.examine(database.dataSource(), TableNames.DEFAULT, executor).stream()
                .filter(finding -> !finding.violations().isEmpty())
                .map(Finding::rule)
                .toList();
    }

    /** Rows of several components are compared: here written by hand, for what a database may refuse or judge otherwise. */
    @Override
    public void prove(TestDatabase database) throws SQLException {
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP, SubmissionSchema.COMPONENT))
                .apply(database.dataSource());
        LeaseTable table = new LeaseTable(database.dataSource());
        Executor executor = new Executor("mine", "");
        term(table, 1, "a");
        term(table, 2, "b");
        attempt(table, 1, 1, "a");
        attempt(table, 2, 2, "b");
        assertThat(broken(database, executor)).isEmpty();

        attempt(table, 3, 2, "a");
        assertThat(broken(database, executor)).containsExactly(HOLDERS);

        attempt(table, 4, 1, "a");
        assertThat(broken(database, executor)).containsExactly(EPOCHS, HOLDERS);
    }

    private static void term(LeaseTable table, long epoch, String holder) throws SQLException {
        table.update(
                "INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                        + " VALUES ('mine', ?, ?, 'n', 'acquired', '', CURRENT_TIMESTAMP)",
                epoch,
                holder);
    }

    private static void attempt(LeaseTable table, int number, long epoch, String holder) throws SQLException {
        table.update(
                "INSERT INTO submission_attempts"
                        + " (intent_id, attempt_number, started_at, outcome_status, lease_epoch, holder_id)"
                        + " VALUES ('one', ?, CURRENT_TIMESTAMP, 'error', ?, ?)",
                number,
                epoch,
                holder);
    }

    @Test
    void whatSomebodyElseDidUnderAnEpochIsFoundWhateverTheRoleIsCalled() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            execute(database, NAMED, "one");
            assertThat(broken(database, new Executor("mine", ""))).isEmpty();
            new LeaseTable(database.dataSource()).update("UPDATE submission_attempts SET holder_id = 'somebody-else'");
            assertThat(broken(database, new Executor("mine", ""))).containsExactly(HOLDERS);
        }
    }

    @Test
    void aRoleThatGotAnotherNameIsNoViolationAndHidesNone() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            LeaseTable table = new LeaseTable(database.dataSource());
            execute(database, "", "before");
            for (String where : List.of("baton_leases", "baton_leader_events", "submission_attempts")) {
                table.update("UPDATE " + where + " SET lease_epoch = lease_epoch + 5");
            }
            execute(database, NAMED, "after");
            assertThat(broken(database, RENAMED)).isEmpty();

            table.update("UPDATE submission_attempts SET intent_id = 'before', attempt_number = 2"
                    + " WHERE intent_id = 'after'");
            assertThat(broken(database, RENAMED)).doesNotContain(EPOCHS, HOLDERS);
            assertThat(broken(database, new Executor(SubmissionManager.ROLE, "")))
                    .as("epochs of one and the same role would have gone back")
                    .contains(EPOCHS);

            table.update("UPDATE submission_attempts SET holder_id = 'somebody-else' WHERE attempt_number = 2");
            assertThat(broken(database, RENAMED)).contains(EPOCHS, HOLDERS);
        }
    }

    /** A shard has epochs of its own: lower ones than the role's, and some that the role had with another holder. */
    @Test
    void whatShardsDidIsNoViolationAndHidesNone() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            LeaseTable table = new LeaseTable(database.dataSource());
            Executor executor = new Executor(SubmissionManager.ROLE, "");
            execute(database, "", "one");
            execute(database, "", "two");
            table.update("UPDATE submission_attempts SET intent_id = 'two', attempt_number = 2, holder_id = 'shard'"
                    + " WHERE intent_id = 'one'");
            assertThat(broken(database, executor)).contains(EPOCHS, HOLDERS);

            table.update("INSERT INTO submission_executors SELECT lease_name, '" + SubmissionManager.ROLE
                    + "', lease_epoch, holder_id, 'own', 0, CURRENT_TIMESTAMP FROM baton_leases WHERE lease_name = '"
                    + SubmissionManager.ROLE + "'");
            table.update("INSERT INTO submission_executors VALUES ('intents.3', '" + SubmissionManager.ROLE
                    + "', 1, 'shard', 'own', 0, CURRENT_TIMESTAMP)");
            table.update(
                    "INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                            + " SELECT 'intents.3', lease_epoch, 'shard', 'n', 'acquired', '', CURRENT_TIMESTAMP"
                            + " FROM submission_attempts WHERE attempt_number = 2");
            assertThat(broken(database, executor)).doesNotContain(EPOCHS, HOLDERS);

            table.update("UPDATE submission_attempts SET holder_id = 'somebody-else' WHERE attempt_number = 2");
            assertThat(broken(database, executor)).contains(EPOCHS, HOLDERS);
        }
    }

    /** Every shard begins at one, as the role itself does. */
    @Test
    void nothingIsBrokenWhereTheNodesThemselvesDivideTheExecutorAndEndIt() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            execute(database, "", "whole");
            execute(database, "submissions.shards = 2\n", "first");
            execute(database, "submissions.shards = 2\n", "second");
            execute(database, "", "whole-again");
            assertThat(broken(database, Executor.USUAL)).isEmpty();
        }
    }

    /** Both begin at one, so an epoch may have had a holder under each name. */
    @Test
    void anEpochThatBothNamesHadBelongsToItsHolderUnderEach() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            execute(database, "", "before");
            execute(database, NAMED, "after");
            assertThat(broken(database, RENAMED)).isEmpty();
        }
    }
}

package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Policies, outcomes, retries and terminal states, by one node that leads. */
class ExecuteTest {

    private static TestNode.Setup node(Databases database) {
        return TestNode.on(database.fresh()).strategy(database.strategy());
    }

    private static List<OutcomeStatus> outcomes(TestNode node, String id) throws Exception {
        return node.manager.history(id).orElseThrow().attempts().stream()
                .map(Attempt::outcomeStatus)
                .toList();
    }

    /** As on a SQL Server without row versions, whose readers wait for writers. */
    @ParameterizedTest
    @EnumSource
    void anOpenTransactionThatAcceptedHoldsUpNobody(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode node = TestNode.on(source).strategy(database.strategy()).start();
                Connection open = source.getConnection()) {
            node.awaitLeader();
            open.setAutoCommit(false);
            node.manager.acceptBatch(
                    open, List.of(TestNode.request("open-1", "three"), TestNode.request("open-2", "other")));
            node.submit("other", "three");
            assertThat(node.awaitTerminal("other").status()).isEqualTo(IntentStatus.ACCEPTED);
            open.commit();
            assertThat(node.awaitTerminal("open-1").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(node.awaitTerminal("open-2").status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theGatewaysYesEndsTheIntent(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            node.submit("i", "three");
            Intent intent = node.awaitTerminal("i");
            assertThat(intent.status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(intent.attemptCount()).isEqualTo(1);
            assertThat(intent.nextAttemptAt()).isEmpty();
            assertThat(intent.completedAt()).isPresent();
            GatewayCall call = node.fake().calls("i").get(0);
            assertThat(call.headers())
                    .containsEntry("Idempotency-Key", "i:1")
                    .containsEntry("Baton-Attempt", "1")
                    .containsEntry("Baton-Lease-Epoch", "1");
            assertThat(call.traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
            Attempt attempt = node.manager.history("i").orElseThrow().attempts().get(0);
            assertThat(attempt.leaseEpoch()).isEqualTo(1);
            assertThat(attempt.holderId()).isEqualTo(node.baton.holderId());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTerminalReasonRejectsAndAnotherIsRetried(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> call.attempt() == 1
                        ? new GatewayAnswer.Rejected("provider_failure")
                        : new GatewayAnswer.Rejected("invalid_recipient")))
                .start()) {
            node.submit("i", "three");
            Intent intent = node.awaitTerminal("i");
            assertThat(intent.status()).isEqualTo(IntentStatus.REJECTED);
            assertThat(intent.rejectedReason()).contains("invalid_recipient");
            assertThat(outcomes(node, "i")).containsExactly(OutcomeStatus.REJECTED, OutcomeStatus.REJECTED);
            assertThat(node.fake().calls("i"))
                    .extracting(GatewayCall::idempotencyKey)
                    .containsExactly("i:1", "i:2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorsAreRetriedUnderTheSameKeyUntilAttemptsRunOut(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> new GatewayAnswer.Nonsense("no\u0000nsense")))
                .start()) {
            node.submit("i", "three");
            Intent intent = node.awaitTerminal("i");
            assertThat(intent.status()).isEqualTo(IntentStatus.EXHAUSTED);
            assertThat(intent.exhaustedReason()).contains("max_attempts");
            assertThat(outcomes(node, "i"))
                    .as("one more for each term that a slow machine costs in the middle of one")
                    .hasSizeGreaterThanOrEqualTo(3)
                    .contains(OutcomeStatus.ERROR);
            assertThat(node.fake().calls("i"))
                    .extracting(GatewayCall::idempotencyKey)
                    .containsOnly("i:1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneShotIsTriedOnce(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> new GatewayAnswer.Nonsense("no")))
                .start()) {
            node.submit("i", "once");
            Intent intent = node.awaitTerminal("i");
            assertThat(intent.exhaustedReason()).contains("one_shot");
            assertThat(node.fake().count()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDeadlineEndsRetriesByDatabaseTime(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> new GatewayAnswer.Nonsense("no")))
                .start()) {
            node.submit("i", "deadline");
            Intent intent = node.awaitTerminal("i");
            assertThat(intent.status()).isEqualTo(IntentStatus.EXHAUSTED);
            assertThat(intent.exhaustedReason()).contains("deadline_exceeded");
            assertThat(node.manager.history("i").orElseThrow().attempts())
                    .extracting(Attempt::startedAt)
                    .allSatisfy(started ->
                            assertThat(started).isBefore(intent.createdAt().plusSeconds(2)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAcceptanceAfterTheDeadlineDoesNotCount(Databases database) throws Exception {
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode node =
                node(database).fake(fake -> fake.answeringLater(call -> answer)).start()) {
            Intent created = calledBeforeItsDeadline(node);
            node.submit("later", "once");
            Awaitility.await("the deadline, by the database's clock")
                    .atMost(TestNode.PATIENCE)
                    .until(() -> pastDeadline(node, created));
            answer.complete(new GatewayAnswer.Accepted("late"));
            Intent intent = node.awaitTerminal(created.intentId());
            assertThat(intent.status()).isEqualTo(IntentStatus.EXHAUSTED);
            assertThat(intent.exhaustedReason()).contains("deadline_exceeded");
            assertThat(outcomes(node, created.intentId())).containsExactly(OutcomeStatus.ACCEPTED);
        }
    }

    /** On a machine that stands still an intent may be past its deadline before anybody could call. */
    private static Intent calledBeforeItsDeadline(TestNode node) throws Exception {
        while (true) {
            Intent created = node.submit("probe-" + probes++, "deadline");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 1 || isOver(node, created));
            if (node.fake().count() == 1) {
                return created;
            }
        }
    }

    private static boolean isOver(TestNode node, Intent intent) throws SQLException {
        return node.manager.get(intent.intentId()).orElseThrow().status().isTerminal();
    }

    private static int probes;

    /** A new intent's creation time is the database's clock. */
    private static boolean pastDeadline(TestNode node, Intent created) throws Exception {
        return node.submit("probe-" + probes++, "once")
                .createdAt()
                .isAfter(created.createdAt().plusSeconds(2));
    }

    @ParameterizedTest
    @EnumSource
    void cancelledWhileTheCallIsUnderWayStaysCancelledAndTheAttemptIsRecorded(Databases database) throws Exception {
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode node =
                node(database).fake(fake -> fake.answeringLater(call -> answer)).start()) {
            node.submit("i", "three");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 1);
            node.manager.cancel("i", "alice");
            answer.complete(new GatewayAnswer.Accepted("late"));
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> !outcomes(node, "i").isEmpty());
            assertThat(outcomes(node, "i")).containsExactly(OutcomeStatus.ACCEPTED);
            assertThat(node.manager.get("i").orElseThrow().status()).isEqualTo(IntentStatus.CANCELLED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingEndsWithTheFirstAttempt(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> new GatewayAnswer.Nonsense("no")))
                .start()) {
            node.awaitLeader();
            node.submit("i", "deadline");
            Intent intent = node.manager.waitFor("i", Duration.ofSeconds(30)).orElseThrow();
            assertThat(intent.attemptCount()).isPositive();
            assertThat(node.manager.waitFor("none", Duration.ofMillis(10))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowInsertedByPlainSqlIsExecutedUnderItsContract(Databases database) throws Exception {
        try (TestNode node = node(database)
                .fake(fake -> fake.answering(call -> call.intentId().equals("late")
                        ? new GatewayAnswer.Nonsense("no")
                        : new GatewayAnswer.Accepted("yes")))
                .start()) {
            node.submit("model", "deadline");
            node.awaitTerminal("model");
            insertPlain(node, "plain", "contract");
            insertPlain(node, "late", "contract");
            insertPlain(node, "broken", "'no contract'");
            assertThat(node.awaitTerminal("plain").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(node.awaitTerminal("late").exhaustedReason()).contains("deadline_exceeded");
            assertThat(node.awaitTerminal("broken").exhaustedReason()).contains("one_shot");
            assertThat(node.manager.history("broken").orElseThrow().attempts())
                    .singleElement()
                    .satisfies(attempt -> {
                        assertThat(attempt.outcomeStatus()).isEqualTo(OutcomeStatus.ERROR);
                        assertThat(attempt.error().orElse("")).contains("cannot be called", "unreadable");
                    });
        }
    }

    private static void insertPlain(TestNode node, String id, String contract) throws SQLException {
        Databases.execute(
                node.pool,
                "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                        + " SELECT '" + id + "', submission_target, payload, payload_hash, " + contract
                        + " FROM submission_intents WHERE intent_id = 'model'");
    }

    /** Only by plain SQL can a payload get in that is no JSON: it is an error of the attempt, and of that intent alone. */
    @Test
    void aPayloadThatCannotBeSentIsAnErrorOfItsAttempts() throws Exception {
        try (TestNode node = node(Databases.POSTGRESQL)
                .with(settings -> SubmissionSettings.of(
                                List.of(GatewaySpec.of("http", "http", "http://127.0.0.1:1/")),
                                List.of(Target.of("web", "http", new Policy.MaxAttempts(2))
                                        .retryDelay(RetryDelay.fixed(Duration.ofMillis(20)))))
                        .refreshInterval(Duration.ofMillis(200)))
                .start()) {
            node.submit("model", "web");
            Databases.execute(
                    node.pool,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                            + " SELECT 'broken', submission_target, '{\"a\":', payload_hash, contract"
                            + " FROM submission_intents WHERE intent_id = 'model'");
            assertThat(node.awaitTerminal("broken").exhaustedReason()).contains("max_attempts");
            assertThat(node.manager.history("broken").orElseThrow().attempts())
                    .hasSize(2)
                    .allSatisfy(
                            attempt -> assertThat(attempt.error().orElse("")).contains("payload is not JSON"));
        }
    }

    /** A constraint refuses the start of one attempt: it is on record as an error, and the others are not held up. */
    @ParameterizedTest
    @EnumSource
    void aPoisonedStartIsRecordedAsErrorAndDeposesNobody(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            node.awaitLeader();
            Databases.execute(
                    node.pool,
                    "ALTER TABLE submission_intents ADD CONSTRAINT antidote CHECK (intent_id <> 'p3' OR "
                            + database.not("in_flight") + ")");
            node.manager.acceptBatch(requests(6, i -> i == 3 ? "three" : "once"));
            for (int i = 0; i < 6; i++) {
                assertThat(node.awaitTerminal("p" + i).status())
                        .isEqualTo(i == 3 ? IntentStatus.EXHAUSTED : IntentStatus.ACCEPTED);
            }
            assertThat(node.manager.get("p3").orElseThrow().exhaustedReason()).contains("max_attempts");
            assertThat(node.manager.history("p3").orElseThrow().attempts())
                    .allSatisfy(attempt -> {
                        assertThat(attempt.outcomeStatus()).isEqualTo(OutcomeStatus.ERROR);
                        assertThat(attempt.error().orElse("")).contains("start could not be recorded: SQLSTATE ");
                        assertThat(attempt.leaseEpoch()).isEqualTo(1);
                    })
                    .extracting(Attempt::attemptNumber)
                    .containsExactly(1, 2, 3);
            assertThat(node.fake().calls("p3")).isEmpty();
        }
    }

    private static List<IntentRequest> requests(int count, IntFunction<String> target) {
        return IntStream.range(0, count)
                .mapToObj(i -> TestNode.request("p" + i, target.apply(i)))
                .toList();
    }

    /**
     * The batch fails on data and is split; a part is on record when another fails for good. What was started is called
     * all the same, in its own term: nobody else may send it.
     */
    @Test
    void whatWasStartedIsCalledAlthoughTheRestOfItsBatchFails() throws Exception {
        try (TestNode node = node(Databases.POSTGRESQL).start()) {
            node.awaitLeader();
            Databases.execute(
                    node.pool,
                    "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF EXISTS (SELECT 1 FROM"
                            + " submission_intents WHERE attempt_count > 0 AND change_xid <> pg_current_xact_id())"
                            + " THEN RAISE EXCEPTION USING ERRCODE = '55000'; END IF;"
                            + " RAISE EXCEPTION USING ERRCODE = '22000'; END $$");
            Databases.execute(
                    node.pool,
                    "CREATE TRIGGER failing BEFORE UPDATE ON submission_intents FOR EACH ROW"
                            + " WHEN (OLD.intent_id = 'p5') EXECUTE FUNCTION fail()");
            node.manager.acceptBatch(requests(6, i -> "three"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() > 0);
            assertThat(node.fake().calls().get(0))
                    .extracting(GatewayCall::attempt, GatewayCall::leaseEpoch)
                    .containsExactly(1, 1L);
        }
    }

    /** Nothing at all can be written to one row: it waits, and its leader goes on leading. */
    @Test
    void anIntentThatCannotBeWrittenIsLeftAloneAndDeposesNobody() throws Exception {
        try (TestNode node = node(Databases.POSTGRESQL).start()) {
            node.awaitLeader();
            Databases.execute(
                    node.pool,
                    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                            + " 'BEGIN RAISE EXCEPTION USING ERRCODE = ''22000''; END'");
            Databases.execute(
                    node.pool,
                    "CREATE TRIGGER refused BEFORE UPDATE ON submission_intents FOR EACH ROW"
                            + " WHEN (OLD.intent_id = 'p3') EXECUTE FUNCTION refuse()");
            node.manager.acceptBatch(requests(6, i -> "once"));
            for (int i : new int[] {0, 1, 2, 4, 5}) {
                assertThat(node.awaitTerminal("p" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
            }
            node.submit("later", "three");
            assertThat(node.awaitTerminal("later").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(node.manager.history("later").orElseThrow().attempts())
                    .extracting(Attempt::leaseEpoch)
                    .containsExactly(1L);
            assertThat(node.manager.get("p3").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
            assertThat(node.fake().calls("p3")).isEmpty();
        }
    }

    /** A constraint stands for any row that the database refuses: the others of the batch are recorded all the same. */
    @Test
    void aPoisonedOutcomeIsRecordedAsErrorAndDeposesNobody() throws Exception {
        try (TestNode node = node(Databases.POSTGRESQL)
                .fake(fake -> fake.answering(call -> call.intentId().equals("p7")
                        ? new GatewayAnswer.Rejected("poison")
                        : new GatewayAnswer.Accepted("ok")))
                .start()) {
            node.awaitLeader();
            Databases.execute(
                    node.pool,
                    "ALTER TABLE submission_attempts ADD CONSTRAINT antidote CHECK (outcome_reason <> 'poison')");
            for (int i = 0; i < 12; i++) {
                node.submit("p" + i, "once");
            }
            for (int i = 0; i < 12; i++) {
                assertThat(node.awaitTerminal("p" + i).status())
                        .isEqualTo(i == 7 ? IntentStatus.EXHAUSTED : IntentStatus.ACCEPTED);
            }
            Attempt culprit =
                    node.manager.history("p7").orElseThrow().attempts().get(0);
            assertThat(culprit.outcomeStatus()).isEqualTo(OutcomeStatus.ERROR);
            assertThat(culprit.error().orElse("")).contains("23514");
            assertThat(culprit.leaseEpoch()).isEqualTo(1);
        }
    }
}

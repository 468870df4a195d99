package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentPage;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accepting and reading, on nodes that never execute. */
class AcceptTest {

    private static TestNode.Setup node(Databases database) {
        return TestNode.on(database.fresh()).observing().strategy(TestNode.lease());
    }

    @ParameterizedTest
    @EnumSource
    void sameRequestReturnsTheExistingIntent(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            Intent created = node.submit("a/b %", "three");
            Acceptance again = node.manager.accept(TestNode.request("a/b %", "three"));
            assertThat(again).isInstanceOf(Acceptance.Existing.class);
            assertThat(((Acceptance.Existing) again).intent()).isEqualTo(created);
            assertThat(node.manager.get("a/b %")).contains(created);
            assertThat(created.status()).isEqualTo(IntentStatus.PENDING);
            assertThat(created.nextAttemptAt()).contains(created.createdAt());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherTargetOrPayloadIsAConflictAndChangesNothing(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            Intent created = node.submit("x", "three");
            assertThat(node.manager.accept(TestNode.request("x", "once"))).isInstanceOf(Acceptance.Conflict.class);
            assertThat(node.manager.accept(IntentRequest.of("x", "three", "{}".getBytes(StandardCharsets.UTF_8))))
                    .isInstanceOf(Acceptance.Conflict.class);
            assertThat(node.manager.get("x")).contains(created);
        }
    }

    @ParameterizedTest
    @EnumSource
    void badRequestsAreRefusedByName(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            assertRefused(node, IntentRequest.of("", "three", json("{}")), "intentId is missing", false);
            assertRefused(node, IntentRequest.of(null, "three", json("{}")), "intentId is missing", false);
            assertRefused(node, IntentRequest.of("x".repeat(201), "three", json("{}")), "more than 200", false);
            assertRefused(node, IntentRequest.of("x\u0000y", "three", json("{}")), "control character", false);
            assertRefused(node, IntentRequest.of("x\uD800", "three", json("{}")), "control character", false);
            assertRefused(node, IntentRequest.of("x ", "three", json("{}")), "ends with a space", false);
            assertRefused(node, IntentRequest.of("x", null, json("{}")), "submissionTarget is missing", false);
            assertRefused(node, IntentRequest.of("x", "t".repeat(201), json("{}")), "more than 200", false);
            assertRefused(node, IntentRequest.of("x", "nowhere", json("{}")), "is not configured: there are ", false);
            assertRefused(node, IntentRequest.of("x", "three", json("{\"a\":")), "not JSON", false);
            assertRefused(node, IntentRequest.of("x", "three", json("{} {}")), "not JSON", false);
            assertRefused(node, IntentRequest.of("x", "three", json("[".repeat(8000))), "not JSON", false);
            assertRefused(node, IntentRequest.of("x", "three", new byte[] {'"', (byte) 0xC3, '"'}), "not JSON", false);
            assertRefused(node, IntentRequest.of("x", "three", json("NaN")), "not JSON", false);
            byte[] wide = "{}".getBytes(StandardCharsets.UTF_16LE);
            assertRefused(node, IntentRequest.of("x", "three", wide), "not JSON", false);
            assertRefused(node, IntentRequest.of("x", "three", json(" ")), "not JSON", false);
            String huge = "\"" + "x".repeat(16 * 1024) + "\"";
            assertRefused(node, IntentRequest.of("x", "three", json(huge)), "the limit is 16384", true);
            assertThat(node.manager.get("x")).isEmpty();
            assertThat(node.manager.accept(IntentRequest.of("\uD83D\uDE00".repeat(200), "three", json("[1]"))))
                    .isInstanceOf(Acceptance.Created.class);
            String largest = "\"" + "x".repeat(16 * 1024 - 2) + "\"";
            assertThat(node.manager.accept(IntentRequest.of("largest", "three", json(largest))))
                    .isInstanceOf(Acceptance.Created.class);
            assertThat(node.manager.history("nobody")).isEmpty();
        }
    }

    private static void assertRefused(TestNode node, IntentRequest request, String why, boolean tooLarge)
            throws Exception {
        Acceptance answer = node.manager.accept(request);
        assertThat(answer).isInstanceOf(Acceptance.Refused.class);
        assertThat(((Acceptance.Refused) answer).message()).contains(why);
        assertThat(((Acceptance.Refused) answer).tooLarge()).isEqualTo(tooLarge);
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** One intent of the batch is pruned between the insert, which finds it there, and the look: all is done again. */
    @Test
    void whatABatchCreatesIsCreatedEvenIfItHasToBeRepeated() throws Exception {
        DataSource database = Databases.POSTGRESQL.fresh();
        AtomicBoolean prune = new AtomicBoolean();
        DataSource pruning = watched(DataSource.class, database, sql -> {
            if (sql.contains("payload_hash") && sql.startsWith("SELECT") && prune.getAndSet(false)) {
                Databases.execute(database, "DELETE FROM submission_intents WHERE intent_id = 'b'");
            }
        });
        try (TestNode node = TestNode.on(database)
                .application(pruning)
                .observing()
                .strategy(TestNode.lease())
                .start()) {
            node.submit("b", "three");
            prune.set(true);
            List<Acceptance> answers = node.manager.acceptBatch(List.of(
                    TestNode.request("a", "three"), TestNode.request("b", "three"), TestNode.request("a", "three")));
            assertThat(prune).as("pruned").isFalse();
            assertThat(answers)
                    .extracting(answer -> answer.getClass().getSimpleName())
                    .containsExactly("Created", "Created", "Existing");
        }
    }

    /** Does something before a statement is prepared. */
    @FunctionalInterface
    private interface Before {
        void statement(String sql) throws SQLException;
    }

    /** A data source or connection whose statements are told of before they are prepared. */
    private static <T> T watched(Class<T> type, T real, Before before) {
        return type.cast(Proxy.newProxyInstance(
                AcceptTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        before.statement((String) arguments[0]);
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        return result instanceof Connection connection
                                ? watched(Connection.class, connection, before)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** A caller's transaction may have begun long before, and a deadline must not have passed at the commit. */
    @ParameterizedTest
    @EnumSource
    void anIntentOfACallersTransactionIsAsOldAsItsAcceptance(Databases database) throws Exception {
        try (TestNode node = node(database).start();
                Connection connection = node.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT COUNT(*) FROM submission_intents");
            }
            Intent meanwhile = node.submit("meanwhile", "three");
            node.manager.acceptBatch(connection, List.of(TestNode.request("late", "deadline")));
            node.manager.acceptBatch(
                    connection, List.of(TestNode.request("later", "deadline"), TestNode.request("latest", "deadline")));
            connection.commit();
            for (String id : List.of("late", "later", "latest")) {
                assertThat(node.manager.get(id).orElseThrow().createdAt())
                        .as(id)
                        .isAfterOrEqualTo(meanwhile.createdAt());
            }
            assertThat(deadlines(connection))
                    .containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(2));
        }
    }

    /** How long after their creation, of those that have one. */
    private static List<Duration> deadlines(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT created_at, deadline_at FROM submission_intents WHERE deadline_at IS NOT NULL")) {
            List<Duration> deadlines = new ArrayList<>();
            while (rows.next()) {
                deadlines.add(Duration.between(
                        rows.getTimestamp(1).toInstant(), rows.getTimestamp(2).toInstant()));
            }
            return deadlines;
        }
    }

    /** By the server's own isolation a transaction sees what was there when it began to read; its INSERT meets what is there now. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void anIntentThatCameDuringACallersTransactionIsFound(Databases database) throws Exception {
        try (TestNode node = node(database).start();
                Connection caller = node.pool.getConnection()) {
            caller.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            caller.setAutoCommit(false);
            try (Statement statement = caller.createStatement()) {
                statement.execute("SELECT COUNT(*) FROM submission_intents");
            }
            Intent meanwhile = node.submit("meanwhile", "three");
            List<Acceptance> answers = node.manager.acceptBatch(
                    caller, List.of(TestNode.request("meanwhile", "three"), TestNode.request("new", "three")));
            caller.commit();
            assertThat(answers.get(0)).isEqualTo(new Acceptance.Existing(meanwhile));
            assertThat(answers.get(1)).isInstanceOf(Acceptance.Created.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientsThatWaitAreLookedForTogether(Databases database) throws Exception {
        DataSource source = database.fresh();
        List<String> looks = new CopyOnWriteArrayList<>();
        AtomicBoolean watching = new AtomicBoolean();
        DataSource application = watched(DataSource.class, source, sql -> {
            if (watching.get() && sql.contains("intent_id")) {
                looks.add(sql);
            }
        });
        try (TestNode node = TestNode.on(source)
                .application(application)
                .observing()
                .strategy(TestNode.lease())
                .start()) {
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                node.submit("w-" + i, "three");
            }
            watching.set(true);
            for (int i = 0; i < 5; i++) {
                clients.add(node.manager.whenSettled("w-" + i, TestNode.PATIENCE));
            }
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> looks.size() > 1);
            watching.set(false);
            node.manager.cancel("w-3", "op");
            clients.get(3).get(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(clients.get(2)).isNotDone();
            assertThat(looks).as("for one client each").noneMatch(sql -> sql.contains("intent_id = ?"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBatchAnswersInOrder(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            node.submit("b", "three");
            List<Acceptance> answers = node.manager.acceptBatch(List.of(
                    TestNode.request("c", "three"),
                    TestNode.request("", "three"),
                    TestNode.request("b", "three"),
                    TestNode.request("c", "three"),
                    TestNode.request("c", "once"),
                    TestNode.request("a", "once")));
            assertThat(answers)
                    .extracting(answer -> answer.getClass().getSimpleName())
                    .containsExactly("Created", "Refused", "Existing", "Existing", "Conflict", "Created");
        }
    }

    /** Two nodes, eight threads each, the same hundred ids in different payloads: one winner per id, on any node. */
    @ParameterizedTest
    @EnumSource
    void concurrentDuplicatesOnTwoNodesHaveOneWinner(Databases database) throws Exception {
        DataSource shared = database.fresh();
        try (TestNode one = TestNode.on(shared)
                        .observing()
                        .strategy(TestNode.lease())
                        .start();
                TestNode two = TestNode.on(shared)
                        .named("two")
                        .observing()
                        .strategy(TestNode.lease())
                        .start()) {
            int threads = 8;
            int ids = 60;
            CyclicBarrier start = new CyclicBarrier(threads);
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            List<Callable<List<Acceptance>>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                tasks.add(() -> {
                    start.await();
                    List<Acceptance> answers = new ArrayList<>();
                    for (int i = 0; i < ids; i++) {
                        byte[] payload = json("{\"from\":" + thread % 4 + "}");
                        SubmissionManager manager = (thread % 2 == 0 ? one : two).manager;
                        answers.add(manager.accept(IntentRequest.of("dup-" + i, "three", payload)));
                    }
                    return answers;
                });
            }
            List<List<Acceptance>> all = new ArrayList<>();
            for (Future<List<Acceptance>> future : pool.invokeAll(tasks)) {
                all.add(future.get());
            }
            pool.shutdown();
            for (int i = 0; i < ids; i++) {
                int id = i;
                List<Acceptance> answers =
                        all.stream().map(answers1 -> answers1.get(id)).toList();
                assertThat(answers)
                        .filteredOn(Acceptance.Created.class::isInstance)
                        .hasSize(1);
                assertThat(answers)
                        .filteredOn(Acceptance.Existing.class::isInstance)
                        .hasSize(1);
                assertThat(answers)
                        .filteredOn(Acceptance.Conflict.class::isInstance)
                        .hasSize(6);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void searchPagesThroughEverythingOnce(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            List<IntentRequest> many = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                many.add(TestNode.request("s-" + i, i % 2 == 0 ? "three" : "once"));
            }
            node.manager.acceptBatch(many);
            Set<String> seen = new HashSet<>();
            IntentQuery query = IntentQuery.all().limit(7);
            for (IntentPage page = node.manager.search(query); ; page = node.manager.search(query)) {
                page.items()
                        .forEach(intent ->
                                assertThat(seen.add(intent.intentId())).isTrue());
                if (page.nextCursor().isEmpty()) {
                    break;
                }
                query = query.after(page.nextCursor().get());
            }
            assertThat(seen).hasSize(25);
            assertThat(node.manager.search(IntentQuery.all().target("once")).items())
                    .hasSize(12);
            assertThat(node.manager
                            .search(IntentQuery.all().status(IntentStatus.ACCEPTED))
                            .items())
                    .isEmpty();
            assertThatThrownBy(() -> node.manager.search(IntentQuery.all().after("?!")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelIsAuditedAndFinal(Databases database) throws Exception {
        try (TestNode node = node(database).start()) {
            node.submit("c", "three");
            assertThat(node.manager.cancel("c", "alice")).isInstanceOf(Cancellation.Cancelled.class);
            assertThat(node.manager.cancel("c", "bob")).isInstanceOf(Cancellation.AlreadyOver.class);
            assertThat(node.manager.cancel("d", "bob")).isInstanceOf(Cancellation.NotFound.class);
            var history = node.manager.history("c").orElseThrow();
            assertThat(history.intent().status()).isEqualTo(IntentStatus.CANCELLED);
            assertThat(history.acts()).singleElement().satisfies(act -> {
                assertThat(act.actor()).isEqualTo("alice");
                assertThat(act.action()).isEqualTo("cancel");
            });
        }
    }
}

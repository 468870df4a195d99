package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pools hand out connections with auto-commit off, read-only, at any isolation and without a time-out. */
class OddConnectionsTest {

    private static TestNode.Setup node(DataSource source, Databases database) {
        return TestNode.on(source).strategy(database.strategy());
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, " + Connection.TRANSACTION_SERIALIZABLE,
        "H2, " + Connection.TRANSACTION_SERIALIZABLE,
        "MARIADB, " + Connection.TRANSACTION_SERIALIZABLE,
        "MARIADB, " + Connection.TRANSACTION_READ_UNCOMMITTED,
        "SQLSERVER, " + Connection.TRANSACTION_SERIALIZABLE
    })
    void everythingWorksOnThemAndTheyGoBackAsTheyCame(Databases database, int isolation) throws Exception {
        DataSource source = database.fresh();
        try (TestNode elsewhere = node(source, database).observing().start();
                TestNode node = node(source, database).oddly(isolation).start()) {
            node.awaitLeader();
            node.other().answeringLater(call -> new CompletableFuture<>());
            node.submit("lone", "three");
            assertThat(node.manager.accept(TestNode.request("lone", "three"))).isInstanceOf(Acceptance.Existing.class);
            List<IntentRequest> batch = IntStream.range(0, 5)
                    .mapToObj(i -> TestNode.request("b" + i, "three"))
                    .toList();
            assertThat(node.manager.acceptBatch(batch)).hasOnlyElementsOfType(Acceptance.Created.class);
            for (String id : List.of("lone", "b0", "b4")) {
                assertThat(elsewhere.awaitTerminal(id).status()).as(id).isEqualTo(IntentStatus.ACCEPTED);
            }
            node.submit("held", "other");
            assertThat(node.manager.cancel("held", "op")).isInstanceOf(Cancellation.Cancelled.class);
            assertThat(elsewhere.manager.get("held").orElseThrow().status()).isEqualTo(IntentStatus.CANCELLED);
            assertThat(node.manager.history("held").orElseThrow().acts()).hasSize(1);
            assertThat(node.manager.search(IntentQuery.all()).items()).hasSize(7);
            assertThat(node.odd.complaints()).isEmpty();
        }
    }

    /** At REPEATABLE READ, who comes second is not told of a conflict but of a failure. */
    @ParameterizedTest
    @EnumSource
    void clientsWithTheSameIdsAreAllAnswered(Databases database) throws Exception {
        DataSource source = database.fresh();
        int clients = 6;
        int rounds = 20;
        try (TestNode node = node(source, database)
                .oddly(Connection.TRANSACTION_REPEATABLE_READ)
                .observing()
                .start()) {
            CyclicBarrier together = new CyclicBarrier(clients);
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> created(node, rounds, together), task -> new Thread(task).start()));
            }
            int created = 0;
            for (CompletableFuture<Integer> answer : answers) {
                created += answer.get(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(created).isEqualTo(rounds);
        }
    }

    /** How many of the intents this client was the one to create. */
    private static int created(TestNode node, int rounds, CyclicBarrier together) {
        int created = 0;
        try {
            for (int round = 0; round < rounds; round++) {
                together.await(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                Acceptance answer = node.manager
                        .acceptBatch(List.of(TestNode.request("r" + round, "three")))
                        .get(0);
                created += answer instanceof Acceptance.Created ? 1 : 0;
            }
        } catch (Exception e) {
            together.reset(); // nobody waits for this one any more
            throw new IllegalStateException(e);
        }
        return created;
    }
}

package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.ShardTerm;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Enough targets that every shard of a divided executor may have some, and intents that say whose they are. */
final class ManyTargets {

    static final int TARGETS = 24;
    static final int SHARDS = 16;

    private ManyTargets() {}

    static SubmissionSettings settings(GatewaySpec gateway) {
        return SubmissionSettings.of(
                        List.of(gateway),
                        IntStream.range(0, TARGETS)
                                .mapToObj(i -> Target.of("t" + i, gateway.name(), new Policy.MaxAttempts(50))
                                        .retryDelay(RetryDelay.fixed(Duration.ofMillis(50))))
                                .toList())
                .refreshInterval(Duration.ofMillis(200));
    }

    static SubmissionSettings settings() {
        return settings(GatewaySpec.of("fake", "fake", ""));
    }

    /** So many for each target, one commit for each round, so that those of a target have an order. */
    static List<String> submit(TestNode node, String prefix, int rounds) throws SQLException {
        List<String> ids = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<IntentRequest> requests = new ArrayList<>();
            for (int target = 0; target < TARGETS; target++) {
                String id = "t" + target + "-" + prefix + (1000 + round);
                requests.add(TestNode.request(id, "t" + target));
                ids.add(id);
            }
            node.manager.acceptBatch(requests);
        }
        return ids;
    }

    static String target(String intentId) {
        return intentId.substring(0, intentId.indexOf('-'));
    }

    static void awaitAccepted(TestNode node, List<String> ids) {
        Deque<String> open = new ArrayDeque<>(ids);
        Awaitility.await("the end of all intents")
                .atMost(TestNode.PATIENCE.multipliedBy(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    while (!open.isEmpty() && hasEnded(node, open.peek())) {
                        open.remove();
                    }
                    return open.isEmpty();
                });
    }

    private static boolean hasEnded(TestNode node, String id) throws SQLException {
        IntentStatus status = node.manager.get(id).orElseThrow().status();
        assertThat(status).as(id).isIn(IntentStatus.PENDING, IntentStatus.ACCEPTED);
        return status == IntentStatus.ACCEPTED;
    }

    /** Every shard is led, and shares are even. */
    static void awaitEven(int shards, TestNode... nodes) {
        Awaitility.await("even shares of " + shards)
                .atMost(TestNode.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    List<Set<Integer>> led =
                            Stream.of(nodes).map(ManyTargets::led).toList();
                    List<Integer> sizes = led.stream().map(Set::size).sorted().toList();
                    Set<Integer> all = led.stream().flatMap(Set::stream).collect(Collectors.toSet());
                    return all.size() == shards && sizes.get(sizes.size() - 1) - sizes.get(0) <= 1;
                });
    }

    private static Set<Integer> led(TestNode node) {
        return node.group.leading().stream()
                .filter(term -> term.gate().isLeader())
                .map(ShardTerm::shard)
                .collect(Collectors.toSet());
    }

    /** Whether something went wrong in between, as on a machine that stands still: then a second call is right. */
    static boolean wasDisturbed(TestNode node, String id) throws SQLException {
        return node.manager.history(id).orElseThrow().attempts().stream()
                .map(Attempt::outcomeStatus)
                .anyMatch(outcome -> outcome != OutcomeStatus.ACCEPTED);
    }
}

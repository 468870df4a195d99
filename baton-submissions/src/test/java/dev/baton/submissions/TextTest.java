package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids are the caller's, character by character: whatever a code page, a collation or padding would make of them. */
class TextTest {

    /** Each but the first is one that something takes for the one before it. */
    private static final List<String> IDS = List.of(
            "\u0437\u0430\u043a\u0430\u0437-1",
            "\u0442\u043e\u0432\u0430\u0440-1",
            "?????-1",
            "\uD83D\uDE00",
            "\uD83D\uDE01",
            "\u00e9",
            "e\u0301",
            "e",
            "E",
            "stra\u00dfe",
            "strasse",
            "i",
            "\u0130",
            "x",
            "x\u00a0",
            "x\u3000");

    private static TestNode node(Databases database) {
        return TestNode.on(database.fresh())
                .observing()
                .strategy(TestNode.lease())
                .start();
    }

    @ParameterizedTest
    @EnumSource
    void idsThatDifferAreDifferentIntents(Databases database) throws Exception {
        try (TestNode node = node(database)) {
            for (String id : IDS) {
                assertThat(node.submit(id, "three").intentId()).isEqualTo(id);
            }
            for (String id : IDS) {
                assertThat(node.manager.accept(TestNode.request(id, "three"))).isInstanceOf(Acceptance.Existing.class);
                assertThat(node.manager.get(id).orElseThrow().intentId()).isEqualTo(id);
            }
            assertThat(node.manager.search(IntentQuery.all()).items())
                    .extracting(Intent::intentId)
                    .containsExactlyInAnyOrderElementsOf(IDS);
            assertThat(node.manager.cancel(IDS.get(0), "\u0410\u043d\u043d\u0430 \uD83D\uDE00\u0000"))
                    .isInstanceOf(Cancellation.Cancelled.class);
            assertThat(node.manager
                            .history(IDS.get(0))
                            .orElseThrow()
                            .acts()
                            .get(0)
                            .actor())
                    .isEqualTo("\u0410\u043d\u043d\u0430 \uD83D\uDE00 ");
            assertThat(node.manager
                            .search(IntentQuery.all().status(IntentStatus.CANCELLED))
                            .items())
                    .hasSize(1);
        }
    }

    /** A padded comparison would find the intent, and a NUL ends in an error that others would share. */
    @ParameterizedTest
    @EnumSource
    void namesThatNothingCanHaveAreNotFound(Databases database) throws Exception {
        try (TestNode node = node(database)) {
            node.submit("x", "three");
            for (String almost : List.of("x ", " x", "x\u0000", "x\uD83D", "")) {
                assertThat(node.manager.get(almost)).as("'%s'", almost).isEmpty();
                assertThat(node.manager.history(almost)).isEmpty();
                assertThat(node.manager.waitFor(almost, Duration.ofSeconds(30))).isEmpty();
                assertThat(node.manager.cancel(almost, "op")).isInstanceOf(Cancellation.NotFound.class);
                assertThat(node.manager.search(IntentQuery.all().target(almost)).items())
                        .isEmpty();
            }
            assertThat(node.manager.search(IntentQuery.all().target("three ")).items())
                    .isEmpty();
            assertThat(node.manager.get("x").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
        }
    }
}

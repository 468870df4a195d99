package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.Scope.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeWordsTest {

    private static Scope queues(String... words) {
        return new Scope(List.of(words), List.of(), List.of());
    }

    @Test
    void aWordIsANameOrABeginning() {
        Scope scope = queues("mail", "batch-*");
        assertThat(scope.allows(Kind.QUEUE, "mail")).isTrue();
        assertThat(scope.allows(Kind.QUEUE, "mail2")).isFalse();
        assertThat(scope.allows(Kind.QUEUE, "batch-1")).isTrue();
        assertThat(scope.allows(Kind.QUEUE, "batch")).isFalse();
        assertThat(scope.allows(Kind.TARGET, "mail"))
                .as("what is not named is not in it")
                .isFalse();
        assertThat(scope.isWhole()).isFalse();
        assertThat(Scope.ALL.isWhole()).isTrue();
        assertThat(Scope.NONE.allows(Kind.ROLE, "any")).isFalse();
    }

    @Test
    void twoScopesTogetherHoldWhatIsInBoth() {
        Scope common = queues("mail*", "a").and(queues("mail-eu*", "m*", "b"));
        assertThat(common.allows(Kind.QUEUE, "mail-eu-1")).isTrue();
        assertThat(common.allows(Kind.QUEUE, "mail-us")).isTrue();
        assertThat(common.allows(Kind.QUEUE, "mint")).isFalse();
        assertThat(common.allows(Kind.QUEUE, "a")).isFalse();
        assertThat(common.allows(Kind.QUEUE, "b")).isFalse();
        assertThat(queues("mail").and(Scope.ALL)).isEqualTo(queues("mail"));
    }

    @Test
    void eachKindCountsByItself() {
        Scope narrow = new Scope(List.of("q"), List.of("t"), List.of("r"));
        assertThat(Scope.ALL.and(narrow)).isEqualTo(narrow);
        List<String> all = List.of("*");
        assertThat(List.of(
                        new Scope(List.of("q"), all, all),
                        new Scope(all, List.of("t"), all),
                        new Scope(all, all, List.of("r"))))
                .noneMatch(Scope::isWhole);
    }

    @Test
    void oneOrTheOtherHoldsBoth() {
        Scope either = queues("a").or(queues("b"));
        assertThat(either.allows(Kind.QUEUE, "a")).isTrue();
        assertThat(either.allows(Kind.QUEUE, "b")).isTrue();
        assertThat(either.allows(Kind.QUEUE, "c")).isFalse();
    }
}

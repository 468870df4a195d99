package dev.baton.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.condition.SampleHistory;
import dev.baton.alerts.condition.SeriesNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shipped rule fires when it should, with values that a cluster with the usual settings can have, and recovers. */
class DefaultRulesTest {

    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final Instant BEGIN = Instant.parse("2026-02-02T00:00:00Z");

    /**
     * What a node reports in each round.
     *
     * @param firesIn the round in which the rule must fire
     * @param endsIn the round in which it must have recovered
     */
    private record Story(IntFunction<String> reports, int firesIn, int endsIn) {}

    private static final Map<String, Story> STORIES = Map.of(
            "no_scheduler_leader",
            new Story(
                    round -> "baton_leader_is_leader{role=\"scheduler\"} " + (round < 3 || round > 20 ? 1 : 0), 9, 21),
            "frequent_failovers",
            new Story(round -> "baton_leader_failovers_total{role=\"scheduler\"} " + Math.min(round, 6), 6, 62),
            "late_heartbeats",
            new Story(round -> "baton_heartbeats_late_total{role=\"scheduler\"} " + (round < 4 ? 0 : 1), 4, 65),
            "dead_letters",
            new Story(round -> "baton_jobs_dead_letters " + (round < 2 || round > 8 ? 0 : 3), 2, 9),
            "shard_without_leader",
            new Story(round -> "baton_shards_without_leader " + (round < 2 || round > 12 ? 0 : 1), 8, 13),
            "uneven_shards",
            new Story(round -> "baton_shards_uneven " + (round < 2 || round > 70 ? 0 : 3), 62, 71));

    static Stream<AlertRule> rules() {
        return DefaultRules.all().stream();
    }

    @Test
    void everyRuleHasAStory() {
        assertThat(rules()).extracting(AlertRule::name).containsExactlyInAnyOrderElementsOf(STORIES.keySet());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void firesAndRecovers(AlertRule rule) {
        Story story = STORIES.get(rule.name());
        TreeMap<Integer, AlertState> states = new TreeMap<>();
        SampleHistory history = new SampleHistory(0, ROUND.multipliedBy(3), new SeriesNames());
        Optional<Alert> alert = Optional.empty();
        for (int round = 0; round <= story.endsIn(); round++) {
            Instant now = BEGIN.plus(ROUND.multipliedBy(round));
            long micros = now.toEpochMilli() * 1_000;
            history.add("n1", micros, story.reports().apply(round));
            alert = Optional.of(new AlertLifecycle(now, Duration.ofMinutes(1))
                    .next(rule, alert, rule.condition().judge(history.asOf(micros))));
            states.put(round, alert.get().state());
        }
        assertThat(states.headMap(story.firesIn()).values()).doesNotContain(AlertState.FIRING);
        assertThat(states.get(story.firesIn())).isEqualTo(AlertState.FIRING);
        assertThat(states.get(story.endsIn() - 1)).isEqualTo(AlertState.FIRING);
        assertThat(states.get(story.endsIn())).isEqualTo(AlertState.RESOLVED);
    }
}

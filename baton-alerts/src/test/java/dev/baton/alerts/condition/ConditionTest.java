package dev.baton.alerts.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {

    private static final long SECOND = 1_000_000;
    private static final long NOW = 1_000 * SECOND;

    private final SampleHistory history = new SampleHistory(NOW, Duration.ofSeconds(15), new SeriesNames());

    private void reported(String node, long ago, String samples) {
        history.add(node, NOW - ago * SECOND, samples);
    }

    private boolean met(String condition) {
        return Condition.parse(condition).judge(history).met();
    }

    @Test
    void sumsOverTheWholeCluster() {
        reported("n1", 1, "up{role=\"scheduler\"} 0.0\nup{role=\"other\"} 1.0\n");
        reported("n2", 2, "up{role=\"scheduler\"} 1.0\n");
        assertThat(met("sum(up{role='scheduler'}) == 0")).isFalse();
        assertThat(met("sum(up{role=\"scheduler\"}) == 1")).isTrue();
        assertThat(met("sum(up) == 2")).isTrue();
        assertThat(met("sum(up{role!='scheduler'}) == 1")).isTrue();
        assertThat(met("sum(up{role=~'sch.*|nobody'}) == 1")).isTrue();
        assertThat(met("sum(up{role!~'sch.*', zone=''}) == 1")).isTrue();
        assertThat(met("avg(up{role='scheduler'}) == 0.5")).isTrue();
        assertThat(met("min(up) < 1")).isTrue();
        assertThat(met("max(up) >= 1")).isTrue();
    }

    @Test
    void aNodeThatFellSilentCountsNoMore() {
        reported("n1", 16, "up{role=\"scheduler\"} 1.0\n");
        assertThat(met("sum(up{role='scheduler'}) == 0")).isTrue();
    }

    @Test
    void theSumOfNothingIsZeroAndTheRestOfNothingIsNothing() {
        assertThat(met("sum(up) == 0")).isTrue();
        assertThat(met("max(up) == 0")).isFalse();
        assertThat(met("avg(up) != 1")).isFalse();
        assertThat(met("up < 1")).isFalse();
    }

    @Test
    void withoutAReductionOneSeriesIsEnough() {
        reported("n1", 1, "age{role=\"a\"} 3.0\nage{role=\"b\"} 40.0\n");
        Condition.Verdict verdict = Condition.parse("age > 30").judge(history);
        assertThat(verdict.met()).isTrue();
        assertThat(verdict.reading()).hasValue(40);
    }

    @Test
    void whatIsReadAgainCountsOnce() {
        reported("n1", 300, "failovers{} 7.0\n");
        reported("n1", 100, "failovers{} 9.0\n");
        reported("n1", 5, "failovers{} 10.0\n");
        reported("n2", 300, "failovers{} 1.0\n");
        history.keep(NOW - 200 * SECOND, NOW - 15 * SECOND);
        reported("n1", 5, "failovers{} 10.0\n");
        reported("n1", 1, "failovers{} 12.0\n");
        assertThat(Condition.parse("sum(increase(failovers[5m])) > 2")
                        .judge(history)
                        .reading())
                .hasValue(3); // from 9: what was before is forgotten
        assertThat(met("sum(failovers) == 12")).isTrue();
    }

    @Test
    void countersGrowThroughRestartsAndFromNothing() {
        reported("n1", 400, "failovers{} 7.0\n"); // before the window
        reported("n1", 200, "failovers{} 9.0\n"); // + 2
        reported("n1", 100, "failovers{} 1.0\n"); // restarted: + 1
        reported("n2", 50, "+failovers{} 3.0\n"); // new: + 3
        reported("n3", 50, "failovers{} 100.0\n"); // what it was before is not known: + 0
        assertThat(Condition.parse("sum(increase(failovers[5m])) > 5")
                        .judge(history)
                        .reading())
                .hasValue(6);
        assertThat(met("increase(failovers[5m]) > 5")).isFalse();
        assertThat(met("sum(rate(failovers[5m])) == 0.02")).isTrue();
    }

    @Test
    void samplesSurviveTheirText() {
        Sample sample = new Sample("m", Map.of("b", "q\"u\\o\nte", "a", "x,}"), 1e-7);
        String text = SampleText.write(List.of(sample), Set.of());
        SampleText.Line fresh = SampleText.read(text).get(0);
        assertThat(fresh.sample()).isEqualTo(sample);
        assertThat(fresh.fresh()).isTrue();
        SampleText.Line known = SampleText.read(SampleText.write(List.of(sample), Set.of(SampleText.series(sample))))
                .get(0);
        assertThat(known.series()).isEqualTo(fresh.series());
        assertThat(known.fresh()).isFalse();
    }

    @Test
    void readsALineAsAPrometheusWritesIt() {
        assertThat(SampleText.sample("up{role=\"a b\",kind=\"x\"} 1"))
                .isEqualTo(new Sample("up", Map.of("role", "a b", "kind", "x"), 1));
        assertThat(SampleText.sample("up_total 2.5e3 1700000000000")).isEqualTo(new Sample("up_total", Map.of(), 2500));
        assertThat(SampleText.sample("other{le=\"+Inf\"} +Inf"))
                .isEqualTo(new Sample("other", Map.of("le", "+Inf"), Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "sum(up == 0;                 column 8: expected ')', found '== 0'",
                "sum(up) = 0;                 expected one of ==, !=, >, >=, <, <= instead of '='",
                "sum(up);                     column 8: expected one of ==, !=, >, >=, <, <=, found the end",
                "median(up) > 1;              column 1: expected one of sum, avg, min, max, rate, increase",
                "up > 1 and down > 1;         expected the end: a condition is one comparison",
                "up{role=scheduler} > 1;      column 9: expected a text in quotes",
                "up{role='scheduler > 1;      has no closing '",
                "up{role=~'('} > 1;           expected a regular expression for label role",
                "rate(up) > 1;                column 8: expected '['",
                "rate(up[5]) > 1;             expected a duration such as 5m",
                "rate(up[2h]) > 1;            up to 1h",
                "up > many;                   column 6: expected a number, found 'many'",
                "`` ;                         expected a metric, found the end",
            })
    void saysWhereAConditionIsWrong(String text, String message) {
        assertThatThrownBy(() -> Condition.parse(text.strip()))
                .isInstanceOf(ConditionException.class)
                .hasMessageContaining(message);
    }

    @Test
    void writesWhatPrometheusUnderstands() {
        assertThat(Condition.parse("sum( up { role = 'a' } ) == 0").promQl())
                .isEqualTo("(sum(up{role=\"a\"}) or vector(0)) == 0");
        assertThat(Condition.parse("rate(up[300s]) > 1.5").promQl()).isEqualTo("rate(up[5m]) > 1.5");
        assertThat(Condition.parse("max(up) > 30").promQl()).isEqualTo("max(up) > 30");
    }
}

package dev.baton.alerts;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.Sample;
import dev.baton.alerts.condition.SampleText;
import dev.baton.sql.Baton;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Alerts in this process: reports its samples, and judges and tells while it leads {@code metrics-aggregator}. Costs the
 * database one statement per round, and the leader's a handful. Thread-safe.
 */
public final class Alerts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final Duration STOPPING = Duration.ofSeconds(15);

    private final AlertsBuilder settings;
    private final AlertStore store;
    private final RuleEvaluation evaluation;
    private final NoticeSender noticeSender;
    private final Set<String> metrics;
    private final Set<String> reported = new HashSet<>();
    private final ScheduledExecutorService rounds =
            Executors.newScheduledThreadPool(2, Threads.daemons("baton-alerts"));

    Alerts(AlertsBuilder settings, List<AlertRule> rules) {
        this.settings = settings;
        this.store = new AlertStore(settings.baton());
        this.evaluation = new RuleEvaluation(settings.baton(), store, rules, settings.round());
        this.noticeSender =
                new NoticeSender(settings.baton(), store, settings.gate(), settings.notifiers(), settings.round());
        Stream<String> judged = rules.stream().map(rule -> rule.condition().metric());
        this.metrics = Stream.concat(judged, settings.alsoReported().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** Begins to configure. */
    public static AlertsBuilder on(Baton baton) {
        return new AlertsBuilder(baton);
    }

    void start() {
        every(() -> {
            report();
            whileLeading(token -> {
                evaluation.run(token);
                evaluation.prune(token);
            });
        });
        every(() -> whileLeading(noticeSender::sendDue)); // on its own, so that slow receivers hold up no judgement
    }

    /** What is done in each round. */
    @FunctionalInterface
    private interface Round {
        void run() throws SQLException;
    }

    /** What a leader does in each round. */
    @FunctionalInterface
    private interface LeaderRound {
        void run(LeaderToken token) throws SQLException;
    }

    private void every(Round round) {
        long millis = settings.round().toMillis();
        var scheduled = rounds.scheduleWithFixedDelay(() -> attempt(round), 0, millis, TimeUnit.MILLISECONDS);
        LOG.trace("a round every {} ms: {}", millis, scheduled);
    }

    private static void attempt(Round round) {
        try {
            round.run();
        } catch (NotLeaderException e) {
            LOG.debug("no longer the one to judge alerts", e);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("alerts miss a round ({})", e.getMessage());
        } catch (Error e) { // thrown on, it would end all rounds without a word
            LOG.error("alerts miss a round", e);
        }
    }

    private void report() throws SQLException {
        List<Sample> samples = settings.source().read(metrics).stream()
                .filter(sample -> !Double.isNaN(sample.value())) // what a gauge says when it has nothing to say
                .toList();
        store.report(SampleText.write(samples, reported));
        samples.forEach(sample -> reported.add(SampleText.series(sample)));
    }

    private void whileLeading(LeaderRound round) throws SQLException {
        if (settings.gate().isLeader()) {
            round.run(settings.gate().requireLeader());
        }
    }

    /** Every alert that was ever judged, by name. */
    public List<Alert> list() throws SQLException {
        return store.list();
    }

    /** The latest notices, newest first. */
    public List<SentNotice> notices() throws SQLException {
        return store.notices();
    }

    /**
     * How cluster-wide values went, oldest first: for plots. One statement, however many curves.
     *
     * @param values what conditions compare; their comparison does not matter
     * @param back how far back, up to an hour
     */
    public List<CurvePoint> curves(List<Condition> values, Duration back, Duration step) throws SQLException {
        return store.curves(values, back, step, settings.round().multipliedBy(3));
    }

    /** Ends the rounds; one under way is waited for. Idempotent. */
    @Override
    public void close() {
        rounds.shutdown();
        try {
            if (!rounds.awaitTermination(STOPPING.toMillis(), TimeUnit.MILLISECONDS)) {
                rounds.shutdownNow();
            }
        } catch (InterruptedException e) {
            rounds.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

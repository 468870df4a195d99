package dev.baton.submissions.executor;

import dev.baton.LeaderToken;
import dev.baton.submissions.store.ExecutorTerms.Entered;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which terms of shards have ended, for whoever looks at their leases again and again. A lease can look as if it was over while the
 * gate behind it is open: another node may have been granted the shard a moment ago, because the holder's connection was cut, and
 * waits until that gate has shut; and the database's clock may have stepped. So a term has ended once its lease has looked so
 * for as long as a gate may be open without a heartbeat, by the stopwatch.
 */
final class EndedShardTerms {

    private Map<LeaderToken, Long> over = new HashMap<>();

    /**
     * Those of which no gate is open any more.
     *
     * @param now a reading of the stopwatch after the look
     */
    List<Entered> ended(List<Entered> entered, long now) {
        over = entered.stream()
                .filter(Entered::isOver)
                .collect(Collectors.toMap(Entered::term, one -> over.getOrDefault(one.term(), now)));
        return entered.stream()
                .filter(Entered::isOver)
                .filter(one -> Duration.ofNanos(now - over.get(one.term())).compareTo(one.trust()) >= 0)
                .toList();
    }
}

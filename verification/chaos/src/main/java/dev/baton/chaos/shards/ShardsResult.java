package dev.baton.chaos.shards;

import dev.baton.chaos.check.Finding;
import java.util.List;
import java.util.Map;

/**
 * What a run came to.
 *
 * @param faults how often each happened
 */
public record ShardsResult(ShardsSettings settings, Map<ShardFault, Integer> faults, List<Finding> findings) {

    public boolean ok() {
        return findings.stream().allMatch(Finding::ok);
    }
}

package dev.baton.chaos;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.History;
import java.util.List;

/**
 * What a run came to.
 *
 * @param began the first moment of the load, by {@link System#nanoTime()}
 * @param ended when the nodes were stopped
 */
public record Result(
        Settings settings,
        long began,
        long ended,
        long intents,
        long jobs,
        long retries,
        List<Struck> faults,
        History history,
        List<Finding> findings) {

    public boolean ok() {
        return findings.stream().allMatch(Finding::ok);
    }
}

package dev.baton.chaos.shards;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be run.
 *
 * @param seconds how long faults happen
 * @param seed from which they follow
 * @param nodes how many processes share the shards, besides one that comes and goes
 * @param faults that may happen
 * @param calmSeconds how long shares may take to become even when nothing happens any more
 * @param planted what processes find first on their class path: bugs that the checker has to find
 * @param previous what every second process finds first: an earlier version of the same program; empty if there is none beside this
 */
public record ShardsSettings(
        long seconds,
        long seed,
        int nodes,
        int shards,
        List<ShardFault> faults,
        long calmSeconds,
        Path folder,
        List<Path> planted,
        List<Path> previous) {

    public static final int USUAL_NODES = 4;
    /** Changes of the number go up to one and a half times as many. */
    public static final int MOST_SHARDS = 512;

    public static final long USUAL_CALM_SECONDS = 60;

    /** What a seat's processes find first on their class path, one after the other. */
    List<List<Path>> versions() {
        return previous.isEmpty() ? List.of(planted) : List.of(planted, previous);
    }

    /** The command that runs the same again. */
    public String command() {
        return "./baton chaos --shards " + shards + " --seconds " + seconds + " --seed " + seed
                + (nodes == USUAL_NODES ? "" : " --nodes " + nodes);
    }
}

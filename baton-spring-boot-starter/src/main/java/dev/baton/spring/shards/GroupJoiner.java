package dev.baton.spring.shards;

import dev.baton.shards.ShardWork;
import dev.baton.shards.Shards;
import dev.baton.sql.Candidacy;
import java.util.function.Supplier;

/** Takes part in groups whose work is a library's, and not of an annotation. They are shown, weighed and left as all others are. */
public interface GroupJoiner {

    /**
     * Joins a group.
     *
     * @param shards how many it has when it is new
     * @param whole how this instance stands for the role that is divided: so it does for each part
     * @return to be closed by whoever joins; closed at the latest when the context stops
     */
    Shards join(String group, int shards, Supplier<Candidacy> whole, ShardWork work);
}

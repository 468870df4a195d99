package dev.baton.shards.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * Who stands for one shard.
 *
 * @param owner the node that should lead it; empty while nobody takes any
 * @param heir the node that takes it when the owner dies; empty if there is only one that takes any
 * @param home the node that had to leave it and may have it back
 * @param away for how long that node has been without it; zero if there is none
 */
public record Assignment(Optional<String> owner, Optional<String> heir, Optional<String> home, Duration away) {

    /** A shard that nobody has had yet. */
    public static final Assignment NEW =
            new Assignment(Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO);

    /** Whether both say the same, however long somebody has been away. */
    public boolean saysTheSameAs(Assignment other) {
        return owner.equals(other.owner) && heir.equals(other.heir) && home.equals(other.home);
    }

    /** Moved to another node on request: the one that had to leave it does not get it back when it returns. */
    Assignment ownedBy(Optional<String> node) {
        return new Assignment(node, heir, Optional.empty(), Duration.ZERO);
    }

    boolean isOwner(String node) {
        return owner.filter(node::equals).isPresent();
    }

    boolean isHeir(String node) {
        return heir.filter(node::equals).isPresent();
    }
}

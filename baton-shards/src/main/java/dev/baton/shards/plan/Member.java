package dev.baton.shards.plan;

import java.util.Objects;

/**
 * A node that lives.
 *
 * @param node its id
 * @param weight how large its share is beside those of others
 */
public record Member(String node, int weight, Willingness willingness) {

    /** More would say nothing that a smaller number does not. */
    public static final int HEAVIEST = 1000;

    public Member {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(willingness, "willingness");
        if (weight < 1 || weight > HEAVIEST) {
            throw new IllegalArgumentException("a weight is between 1 and " + HEAVIEST + ", not " + weight
                    + ": a node that shall take nothing drains instead");
        }
    }
}

package dev.baton.shards;

/** A shard cannot be moved where it was asked to; the message says why. Nothing has changed. */
public final class ShardMoveRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ShardMoveRefusedException(String message) {
        super(message);
    }
}

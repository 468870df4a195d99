package dev.baton.submissions;

import dev.baton.Term;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Divides the executor: starts a group of shards whose work is the executor's. With {@code baton-shards}:
 *
 * <pre>
 *   .shards(executor -&gt; Shards.of(baton, "intents", 16)
 *           .work(term -&gt; executor.lead(term, term::covers, term::worked))
 *           .start())
 * </pre>
 */
@FunctionalInterface
public interface ExecutorShards {

    /**
     * Starts the group.
     *
     * @return ends it, work in flight finished first; called when the manager is closed
     */
    AutoCloseable start(ShardExecutor executor);

    /** The executor, as the work of a shard. Thread-safe. */
    @FunctionalInterface
    interface ShardExecutor {

        /**
         * Makes the attempts of one shard until its term is over, or until the database fails.
         *
         * @param term of a role that this instance stands for on the manager's own {@link dev.baton.sql.Baton}
         * @param covers whether a key belongs to the shard. For a key it has the same answer as long as the term lasts, and at no
         *     time do two terms have leave to act for the same key
         * @param attempts told how many attempts of the shard have been put on record; 0 at the beginning. For figures alone
         */
        void lead(Term term, Predicate<String> covers, LongConsumer attempts) throws InterruptedException;

        /** The same, and nobody counts. */
        default void lead(Term term, Predicate<String> covers) throws InterruptedException {
            lead(term, covers, none -> {});
        }
    }
}

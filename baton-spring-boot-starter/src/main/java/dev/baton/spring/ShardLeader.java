package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Work on a role that is divided into shards: each instance does it for the shards that it leads, and no two for the same shard.
 * There is one such work for a group.
 *
 * <p>On a bean's method: called again and again for each shard that this instance leads, on a thread of that shard. It takes the
 * {@code ShardTerm}, its {@link dev.baton.LeaderToken}, both or neither; meanwhile {@link LeaderContext#token()} is the token. What it
 * throws is logged, and the next call comes as usual. Leaving a shard waits for the call under way.
 *
 * <p>On a bean that is a {@code ShardWork}: its {@code lead} is called once per term and shard.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ShardLeader {

    /** The group, which is the name of the divided role; may contain placeholders. */
    String group();

    /** How many shards the group has when it is new; by default what {@code baton.shards.groups.NAME.shards} says, which goes first. */
    int shards() default 0;

    /** For methods: the pause between the end of one call and the next, such as {@code 10s}; may contain placeholders. */
    String after() default "1s";

    /**
     * For methods: whether the whole call is one fenced transaction. If another instance leads the shard by then everything is rolled
     * back; {@code @Transactional} code inside joins it.
     */
    boolean fenced() default false;
}

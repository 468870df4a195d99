package dev.baton.spring.submissions;

import dev.baton.spring.BatonSetupException;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.properties.ElectionProperties.DisabledMode;
import dev.baton.spring.shards.GroupJoiner;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.ExecutorShards;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** {@code baton.submissions.shards}: the executor as a group of shards, where {@code baton-shards} is on the class path. */
final class DividedExecutor {

    private static final boolean HAS_SHARDS =
            ClassUtils.isPresent("dev.baton.shards.Shards", DividedExecutor.class.getClassLoader());

    private final BatonProperties properties;
    private final ListableBeanFactory factory;

    DividedExecutor(BatonProperties properties, ListableBeanFactory factory) {
        this.properties = properties;
        this.factory = factory;
    }

    int shards() {
        return properties.getSubmissions().getShards();
    }

    boolean isWanted() {
        return shards() != 1;
    }

    /** An instance that leads nothing accepts intents for shards, and has none. */
    boolean takesPart() {
        return properties.getElection().isEnabled() && !properties.getNode().isObserver();
    }

    /** @param whole how this instance stands for the executor's role */
    void divide(SubmissionManagerBuilder builder, Supplier<Candidacy> whole) {
        refuseToLeadUnelected();
        if (!HAS_SHARDS || factory.getBeanNamesForType(GroupJoiner.class).length == 0) {
            throw new BatonSetupException(
                    "baton.submissions.shards=" + shards()
                            + " divides the executor, and nothing here can divide a role.",
                    "Add baton-shards to the class path and leave baton.shards.enabled at true, or"
                            + " baton.submissions.shards at 1.");
        }
        builder.shards(new Group(factory.getBean(GroupJoiner.class), shards(), whole));
    }

    /** A class of its own, so that nothing of {@code baton-shards} is looked for where it is not. */
    private static final class Group implements ExecutorShards {
        private final GroupJoiner groups;
        private final int shards;
        private final Supplier<Candidacy> whole;

        Group(GroupJoiner groups, int shards, Supplier<Candidacy> whole) {
            this.groups = groups;
            this.shards = shards;
            this.whole = whole;
        }

        @Override
        public AutoCloseable start(ShardExecutor executor) {
            return groups.join(
                    SubmissionManager.ROLE, shards, whole, term -> executor.lead(term, term::covers, term::worked));
        }
    }

    private void refuseToLeadUnelected() {
        boolean always = properties.getElection().getDisabledMode() == DisabledMode.ALWAYS_LEADER;
        if (!properties.getElection().isEnabled() && always) {
            throw new BatonSetupException(
                    "baton.submissions.shards=" + shards()
                            + " divides the executor by elections, and baton.election.enabled=false has this instance lead without.",
                    "Enable elections, set baton.election.disabled-mode=follower, or leave baton.submissions.shards at 1.");
        }
    }
}

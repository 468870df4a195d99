package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How instances are set up: what is refused, what is derived, and what happens without an election. */
public interface SetupContract extends Contract {

    @Test
    default void roleHasOneCampaignPerInstance() throws Exception {
        Node node = cluster().node("one");
        Campaign first = node.campaign(role(), lease());
        Node.leads(first);
        assertThatThrownBy(() -> node.campaign(role(), lease()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("already stands for role '" + role() + "'");
        assertThat(first.gate().isLeader()).isTrue();
        first.close();
        assertThat(node.lead(role(), lease()).epoch()).isEqualTo(2);
    }

    @Test
    default void namesThatADatabaseCouldBendAreRefused() {
        Node node = cluster().node("one");
        for (String bad : new String[] {"", "a b", "-a", "a:b", "ä", "x".repeat(65)}) {
            assertThatThrownBy(() -> node.baton().campaign(bad))
                    .as("role '%s'", bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Baton.on(database().dataSource()).node("n".repeat(97)))
                .hasMessageContaining("97 characters");
        assertThatThrownBy(() -> Baton.on(database().dataSource()).holderId("a b"))
                .hasMessageContaining("holder id 'a b' is not allowed");
    }

    @Test
    default void longestNamesFit() throws Exception {
        String longest = (role() + "x".repeat(64)).substring(0, 64);
        Node node =
                cluster().node("n", settings -> settings.node("n".repeat(96)).holderId("h".repeat(128)));
        assertThat(node.lead(longest, lease()).epoch()).isEqualTo(1);
        assertThat(table().row(longest))
                .get()
                .extracting(LeaseTable.Row::holderId)
                .isEqualTo("h".repeat(128));
    }

    /** Names are compared byte for byte, whatever the collation of the database. */
    @Test
    default void namesThatDifferInCaseAreDifferentRoles() throws Exception {
        Node node = cluster().node("one");
        assertThat(node.lead(role() + "-Abc", lease()).epoch()).isEqualTo(1);
        assertThat(node.lead(role() + "-abc", lease()).epoch()).isEqualTo(1);
    }

    @Test
    default void lockKeyIsDerivedFromNamespaceAndRole() throws Exception {
        cluster().node("one", settings -> settings.namespace("payments")).lead(role(), lease());
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(("payments:" + role()).getBytes(StandardCharsets.UTF_8));
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::scopeKey)
                .isEqualTo(ByteBuffer.wrap(digest).getLong());
    }

    @Test
    default void lockKeyCanBeGiven() throws Exception {
        Campaign campaign = cluster()
                .node("one")
                .baton()
                .campaign(Candidacy.of(role()).with(lease()).withLockKey(-4711));
        Node.leads(campaign);
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::scopeKey)
                .isEqualTo(-4711L);
    }

    @Test
    default void disabledElectionFollowsOrLeadsAsTold() throws Exception {
        Node follower = cluster().node("one", settings -> settings.disabledAsFollower());
        Node leader = cluster().node("two", settings -> settings.disabledAsLeader());
        Campaign never = follower.campaign(role(), lease());
        Campaign always = leader.campaign(role(), lease());
        assertThat(never.gate().isLeader()).isFalse();
        assertThat(never.standing()).isEqualTo(Campaign.Standing.RESTING);
        assertThat(always.awaitLeadership(Duration.ZERO)).isPresent();
        leader.baton().fenced(always.gate().requireLeader(), connection -> {});
        assertThat(table().row(role())).isEqualTo(Optional.empty());
        leader.close();
        assertThat(always.gate().isLeader()).isFalse();
    }
}

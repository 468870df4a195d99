package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.testkit.Node;
import dev.baton.testkit.SilentFences;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fence that could not be read says nothing of the token: its transaction fails, and nobody is deposed. */
public interface FenceSilenceContract extends Contract {

    private Connection transaction() throws SQLException {
        Connection connection = database().stepByStep().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    @ParameterizedTest
    @EnumSource
    default void anAnswerWithoutARowDeposesNobody(SilentFences.Look look) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), lease());
        LeaderToken token = Node.leads(campaign);
        try (Connection connection = transaction()) {
            SilentFences silent = new SilentFences(connection, look);
            assertThatThrownBy(() -> node.baton().fence().enter(silent.connection(), token))
                    .isInstanceOf(SQLTransientException.class)
                    .hasMessageContaining("the fence gave no answer");
            connection.rollback();
            assertThat(campaign.gate().isLeader()).as("its gate is open").isTrue();
            silent.speak();
            node.baton().fence().enter(silent.connection(), token);
            connection.rollback();
        }
        node.baton().fenced(token, c -> {});
        assertThat(table().term(role(), token.epoch())).containsExactly("acquired");
    }

    /** That is an answer: somebody has deleted it. */
    @Test
    default void aRoleWithoutARowHasNoCurrentToken() throws Exception {
        try (ManualCandidate a = seat("a", lease());
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            table().delete(role());
            assertThatThrownBy(() -> cluster().node("writer").baton().fence().enter(connection, token))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            stale -> assertThat(stale.refusal()).isEqualTo(Refusal.SUPERSEDED))
                    .hasMessageContaining("the role has no row");
            connection.rollback();
        }
    }
}

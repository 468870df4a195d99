package dev.baton.spring.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.properties.ElectionProperties;
import dev.baton.spring.properties.ElectionProperties.StrategyName;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.PluggedDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While the database is away, nothing is guessed of what it can do. */
class CandidacyMappingTest {

    private final PluggedDataSource source =
            new PluggedDataSource(H2Database.fresh().dataSource());
    private final ElectionProperties election = new ElectionProperties();
    private final Baton baton;

    CandidacyMappingTest() {
        source.unplug();
        baton = Baton.on(source).node("one").start();
    }

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void strategyIsLeftOpenUntilTheDatabaseAnswers() {
        Candidacy own = CandidacyMapping.candidacy("mine", election, baton);
        assertThat(own.strategy()).contains(Strategy.session());
        assertThat(own.withoutSessions()).contains(Strategy.lease60());
        Candidacy duty = CandidacyMapping.candidacy("duty", election, baton, Takeover.IMMEDIATE);
        assertThat(duty.strategy()).contains(Strategy.session().with(Takeover.IMMEDIATE));
        assertThat(duty.withoutSessions()).contains(Strategy.lease60());
        assertThat(CandidacyMapping.isSession("mine", election, baton)).isTrue();

        source.plugIn();
        assertThat(CandidacyMapping.candidacy("mine", election, baton).strategy())
                .contains(Strategy.lease60());
        assertThat(CandidacyMapping.candidacy("duty", election, baton, Takeover.IMMEDIATE)
                        .strategy())
                .contains(Strategy.lease60());
        assertThat(CandidacyMapping.isSession("mine", election, baton)).isFalse();
    }

    @Test
    void whoWantsToTakeOverAtOnceNeedsASession() {
        election.setTakeover(Takeover.IMMEDIATE);
        Candidacy own = CandidacyMapping.candidacy("mine", election, baton);
        assertThat(own.strategy()).contains(Strategy.session().with(Takeover.IMMEDIATE));
        assertThat(own.withoutSessions()).isEmpty();

        election.setStrategy(StrategyName.LEASE);
        assertThatThrownBy(() -> CandidacyMapping.candidacy("mine", election, baton))
                .isInstanceOf(BatonSetupException.class);
    }
}

package dev.baton.jobs.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.PluggedDataSource;
import org.junit.jupiter.api.Test;

class LeaderDutiesTest {

    @Test
    void strategyIsLeftOpenUntilTheDatabaseAnswers() {
        PluggedDataSource source = new PluggedDataSource(H2Database.fresh().dataSource());
        source.unplug();
        try (Baton baton = Baton.on(source).node("one").start()) {
            Candidacy open = LeaderDuties.immediate(baton, Jobs.SCHEDULER_ROLE);
            assertThat(open.strategy()).contains(Strategy.session().with(Takeover.IMMEDIATE));
            assertThat(open.withoutSessions()).contains(Strategy.lease60());

            source.plugIn();
            Candidacy decided = LeaderDuties.immediate(baton, Jobs.SCHEDULER_ROLE);
            assertThat(decided.strategy()).contains(Strategy.lease60());
            assertThat(decided.withoutSessions()).isEmpty();
        }
    }

    @Test
    void strategyThatWasNamedIsKept() {
        Strategy.Session named = Strategy.session();
        try (Baton baton = Baton.on(H2Database.fresh().dataSource())
                .node("one")
                .strategy(named)
                .start()) {
            assertThat(LeaderDuties.immediate(baton, Jobs.SCHEDULER_ROLE).strategy())
                    .contains(named.with(Takeover.IMMEDIATE));
        }
    }
}

package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.ManualCandidate;
import javax.sql.DataSource;

/** Terms that a copy of a server's data may lack. */
final class LostTerms {

    private LostTerms() {}

    /** Takes a role where it must be known that terms may be missing, and answers with the epoch, which lies above them. */
    static long leapt(DataSource source, String role, Strategy strategy) throws Exception {
        try (ManualCandidate next = new ManualCandidate(ManualCandidate.prepare(source), role, "next", strategy)) {
            Outcome outcome = next.take();
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Acquired.class, acquired -> {
                assertThat(acquired.token().epoch()).isGreaterThan(ForeignHistoryContract.LONG_AGO);
                assertThat(acquired.quiet()).isEqualTo(strategy.lease());
            });
            return ((Outcome.Acquired) outcome).token().epoch();
        }
    }
}

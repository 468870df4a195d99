package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.testkit.MySqlServer;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.ManualCandidate;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Servers of MySQL that come from copies of one, where {@code BATON_TEST_MYSQL_ROOT} names its programs. */
class MySqlFailOverTest {

    private static final Strategy LEASE = Strategy.lease60();

    private static UrlDataSource source(MySqlServer server) {
        return new UrlDataSource(server.url(server.port()));
    }

    /** A restart of the same server is no such thing. */
    @Test
    void failOverThatLostATermGrantsItsEpochToNobodyElse() throws Exception {
        Path root = MySqlServer.root().orElse(null);
        Assumptions.assumeTrue(root != null, "BATON_TEST_MYSQL_ROOT is not set: no MySQL to copy");
        try (MySqlServer old = MySqlServer.start(root, "copied")) {
            LeaderToken token;
            try (ManualCandidate a = new ManualCandidate(ManualCandidate.prepare(source(old)), "role", "a", LEASE)) {
                token = a.acquire();
                old.crash();
                old.startAgain();
                assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            }
            long first;
            try (MySqlServer copy = old.failOver()) {
                UrlDataSource source = source(copy);
                try (ManualCandidate a = new ManualCandidate(ManualCandidate.prepare(source), "role", "a", LEASE)) {
                    assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
                }
                first = LostTerms.leapt(source, "role", LEASE);
                LostTerms.leapt(source, "role-not-copied", LEASE);
            }
            try (MySqlServer another = old.failOver()) {
                assertThat(LostTerms.leapt(source(another), "role", LEASE)).isGreaterThan(first);
            }
        }
    }
}

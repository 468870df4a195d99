package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Impossible timings are refused with a sentence that names them. */
class StrategyTest {

    @Test
    void theDefaultsArePossible() {
        assertThat(Strategy.lease60().callTimeout()).isLessThan(Duration.ofSeconds(14));
        assertThat(Strategy.session().gateWindow()).isEqualTo(Duration.ofMillis(1960));
        assertThat(Strategy.session().fenceBound()).isEqualTo(Duration.ofSeconds(5));
        assertThat(Strategy.session().with(Takeover.IMMEDIATE).takeover()).isEqualTo(Takeover.IMMEDIATE);
    }

    @Test
    void refusesARenewalThatComesAfterTheLease() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Strategy.Lease(seconds(10), seconds(10), seconds(5)))
                .withMessageContaining("renew_interval (10 s)")
                .withMessageContaining("lease_duration (10 s)");
    }

    @Test
    void refusesALeaseWithoutRoomForATimeOut() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Strategy.Lease(Duration.ofMillis(1000), Duration.ofMillis(950), Duration.ofMillis(500)))
                .withMessageContaining("leaves no room for a time-out");
    }

    /** Found by simulation: the gate shuts a margin before the lease ends, so the margin is no room either. */
    @Test
    void refusesARenewalThatFitsTheLeaseButNotTheGate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Strategy.Lease(seconds(60), seconds(59), seconds(30)))
                .withMessageContaining("margin");
    }

    @Test
    void aRenewalAndItsTimeOutEndBeforeTheGateShuts() {
        Strategy.Lease lease = new Strategy.Lease(seconds(60), seconds(50), seconds(30));

        assertThat(lease.renewInterval().plus(lease.callTimeout().multipliedBy(2)))
                .isLessThan(lease.gateWindow());
    }

    @Test
    void refusesDurationsThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Strategy.Lease(Duration.ZERO, seconds(1), seconds(1)))
                .withMessageContaining("lease_duration must be longer than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Strategy.Lease(seconds(9), null, seconds(1)))
                .withMessageContaining("renew_interval must be longer than zero, got nothing");
    }

    @Test
    void refusesATrustWindowThatOneLateHeartbeatShuts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session(1_001, 2_000, 10_000))
                .withMessageContaining("trust_window (2 s)")
                .withMessageContaining("heartbeat_interval (1001 ms)");
    }

    @Test
    void refusesASessionLeaseWithinTheTrustWindow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session(500, 2_000, 2_000))
                .withMessageContaining("session_lease (2 s)");
    }

    private static Strategy.Session session(long heartbeat, long trust, long lease) {
        return new Strategy.Session(
                Duration.ofMillis(heartbeat),
                Duration.ofMillis(trust),
                Duration.ofMillis(lease),
                seconds(10),
                Takeover.EXCLUSIVE);
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }
}

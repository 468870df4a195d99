package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.interleavings.Interleavings;
import dev.baton.interleavings.Together;
import org.junit.jupiter.api.Test;

/** The gate between the election, which opens it, the writers, who shut it, and those who act. */
class GateInterleavingsTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 5);
    private static final LeaderToken NEXT = new LeaderToken("r", "me", 6);

    /** What the test needs of a gate, so that a broken one can stand in. */
    private interface Gate {
        void open(LeaderToken token, long sentAt);

        void revoke(LeaderToken token);

        void suspect();

        boolean isOpenFor(LeaderToken token);
    }

    private static Gate real() {
        DeadlineGate gate = new DeadlineGate("r", () -> 1_000);
        return new Gate() {
            @Override
            public void open(LeaderToken token, long sentAt) {
                gate.open(token, sentAt, 2_000);
            }

            @Override
            public void revoke(LeaderToken token) {
                gate.revoke(token);
            }

            @Override
            public void suspect() {
                gate.suspect();
            }

            @Override
            public boolean isOpenFor(LeaderToken token) {
                return gate.isOpenFor(token);
            }
        };
    }

    /** Looks and opens in two steps. */
    private static final class Hasty implements Gate {
        private volatile LeaderToken open;
        private volatile LeaderToken revoked;
        private volatile long suspectedAt = Long.MIN_VALUE;

        @Override
        public void open(LeaderToken token, long sentAt) {
            if (!token.equals(revoked) && sentAt > suspectedAt) {
                open = token;
            }
        }

        @Override
        public void revoke(LeaderToken token) {
            revoked = token;
            if (token.equals(open)) {
                open = null;
            }
        }

        @Override
        public void suspect() {
            suspectedAt = 1_000;
            open = null;
        }

        @Override
        public boolean isOpenFor(LeaderToken token) {
            return token.equals(open);
        }
    }

    private static void aRefusedFenceWins(Gate gate) {
        Together.run(() -> gate.open(TERM, 900), () -> gate.revoke(TERM));
        Together.check(!gate.isOpenFor(TERM), "the revoked term is open");
        gate.open(NEXT, 950);
        Together.check(gate.isOpenFor(NEXT), "the next term is shut");
    }

    private static void aSuspicionWinsOverWhatWasSentBefore(Gate gate) {
        Together.run(() -> gate.open(TERM, 900), gate::suspect);
        Together.check(!gate.isOpenFor(TERM), "open by what was sent before the suspicion");
        gate.open(TERM, 1_001);
        Together.check(gate.isOpenFor(TERM), "shut after a later heartbeat");
    }

    @Test
    void aHeartbeatUnderWayDoesNotReopenARevokedTerm() {
        Interleavings.allHold(() -> aRefusedFenceWins(Together.share(real())));
    }

    @Test
    void aHeartbeatSentBeforeASuspicionOpensNothing() {
        Interleavings.allHold(() -> aSuspicionWinsOverWhatWasSentBefore(Together.share(real())));
    }

    @Test
    void aGateThatLooksAndOpensInTwoStepsIsFound() {
        Interleavings.oneIsFound(() -> aRefusedFenceWins(Together.share(new Hasty())));
        Interleavings.oneIsFound(() -> aSuspicionWinsOverWhatWasSentBefore(Together.share(new Hasty())));
    }
}

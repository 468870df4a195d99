package dev.baton.spi;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import java.util.Optional;

/** The check behind the fence's lock, shared by every store: does this row still carry this token? */
public final class FenceVerdict {

    private FenceVerdict() {}

    /**
     * Judges a token by the row read <em>after</em> the fence's lock was granted, in a snapshot of its own.
     *
     * @return empty if the transaction may go on
     */
    public static Optional<Refusal> judge(
            LeaderToken token, FenceDemand demand, String holderId, long epoch, boolean expired, boolean sameTimeline) {
        if (epoch != token.epoch() || !holderId.equals(token.holderId()) || !sameTimeline) {
            return Optional.of(Refusal.SUPERSEDED);
        }
        if (demand == FenceDemand.UNEXPIRED && expired) {
            return Optional.of(Refusal.EXPIRED);
        }
        return Optional.empty();
    }
}

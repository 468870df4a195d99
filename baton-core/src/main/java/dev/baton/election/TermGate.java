package dev.baton.election;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;

/** The gate as the work of one term sees it: shut for ever once that term is over, whoever leads afterwards. */
final class TermGate implements LeaderGate {

    private final DeadlineGate gate;
    private final LeaderToken token;

    TermGate(DeadlineGate gate, LeaderToken token) {
        this.gate = gate;
        this.token = token;
    }

    @Override
    public String role() {
        return gate.role();
    }

    @Override
    public boolean isLeader() {
        return gate.isOpenFor(token);
    }

    @Override
    public LeaderToken requireLeader() {
        gate.ensureEpoch(token.epoch());
        return token;
    }

    @Override
    public void ensureEpoch(long epoch) {
        gate.ensureEpoch(token.epoch());
        if (epoch != token.epoch()) {
            gate.ensureEpoch(epoch);
        }
    }

    @Override
    public long blocked() {
        return gate.blocked();
    }
}
